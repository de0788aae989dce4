/** A position being edited: plain data in the game's terms, as the server reads and writes them. */
export type Draft = Readonly<Record<string, unknown>>

/** Units by place. */
export type Piles = Readonly<Record<string, readonly string[]>>

export const pilesIn = (draft: Draft, name = 'units'): Piles => (draft[name] ?? {}) as Piles

/** Moves units to a place from anywhere; removes places that become empty if they exist only for these units. */
export function withMoved(piles: Piles, ids: readonly string[], to: string | null): Piles {
  const rest = Object.entries(piles).map(([place, units]) => [place, units.filter((id) => !ids.includes(id))] as const)
  const all = Object.fromEntries(rest.filter(([, units]) => units.length))
  return to === null ? all : { ...all, [to]: [...(all[to] ?? []), ...ids] }
}

/** The place of every unit. */
export const unitPlaces = (piles: Piles): Map<string, string> => new Map(Object.entries(piles).flatMap(([place, ids]) => ids.map((id) => [id, place] as const)))

/** The draft without some of its fields. */
export const withoutFields = (draft: Draft, ...fields: readonly string[]): Draft => Object.fromEntries(Object.entries(draft).filter(([name]) => !fields.includes(name)))

/** The draft with a value at a path; undefined removes it. */
export function withValue(draft: Draft, [name, ...rest]: readonly string[], value: unknown): Draft {
  if (name === undefined) return draft
  if (!rest.length) return value === undefined ? withoutFields(draft, name) : { ...draft, [name]: value }
  return { ...draft, [name]: withValue((draft[name] ?? {}) as Draft, rest, value) }
}

export const valueAt = (draft: Draft, path: readonly string[]): unknown => path.reduce<unknown>((found, name) => (found as Draft | undefined)?.[name], draft)

/** Lists of units in the draft, for example marked ones, without these units. */
export function withoutListed(draft: Draft, ids: readonly string[], lists: readonly string[]): Draft {
  const cut = lists.flatMap((name) => (Array.isArray(draft[name]) ? [[name, (draft[name] as string[]).filter((id) => !ids.includes(id))] as const] : []))
  return { ...draft, ...Object.fromEntries(cut) }
}

/** Tables by unit in the draft, for example damage, without these units. */
export function withoutTabled(draft: Draft, ids: readonly string[], tables: readonly string[]): Draft {
  const cut = tables.flatMap((name) => (draft[name] ? [[name, withoutFields(draft[name] as Draft, ...ids)] as const] : []))
  return { ...draft, ...Object.fromEntries(cut) }
}
