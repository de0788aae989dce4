/** A side by its id. Shared code knows none by name: a game gives the names of its sides, the server their teams. */
export type Side = string

/** The symbol of a team, never distinguished by colour alone: discs are round and hatched, stars cut and dotted. */
export type Sign = 'disc' | 'star'
/** By the index of a team; with more teams than symbols they repeat, and the name beside distinguishes them. */
const SIGNS: readonly Sign[] = ['disc', 'star']

/** The names of a side, and the index of its team. */
export interface SideNames {
  /** "Allies" */
  name: string
  /** within a sentence: "the Allies" */
  the: string
  /** "Allied" */
  adjective: string
  team: number
}

const known = new Map<Side, SideNames>()

/** Registers a game's own sides, in their order. */
export function setSideNames(sides: Readonly<Record<Side, SideNames>>): void {
  for (const [side, info] of Object.entries(sides)) known.set(side, info)
}

/** Registers sides from the server; names given by a game have priority. */
export function registerSides(sides: readonly { id: Side; title: string; team: number }[]): void {
  for (const { id, title, team } of sides) {
    if (known.has(id)) continue
    const name = title.replace(/^the /, '').replace(/^./, (c) => c.toUpperCase())
    known.set(id, { name, the: title, adjective: name, team })
  }
}

const namesOf = (side: Side): SideNames => known.get(side) ?? { name: side, the: side, adjective: side, team: 0 }

/** Whether an id is that of a side. */
export const isSide = (side: unknown): side is Side => typeof side === 'string' && known.has(side)
export const sideName = (side: Side): string => namesOf(side).name
export const theSide = (side: Side): string => namesOf(side).the
export const sideAdjective = (side: Side): string => namesOf(side).adjective

/** A side at the beginning of a sentence with its verb: "Japan holds", "The Allies hold". */
export const sideDoes = (side: Side, one: string, many: string): string => {
  const the = theSide(side)
  return `${the.replace(/^./, (c) => c.toUpperCase())} ${/^the .*s$/.test(the) ? many : one}`
}

/** The symbol of a side; none without a side. */
export function signOf(side: Side): Sign
export function signOf(side: Side | null | undefined): Sign | undefined
export function signOf(side: Side | null | undefined): Sign | undefined {
  return side ? SIGNS[namesOf(side).team % SIGNS.length] : undefined
}

const place = (side: Side): number => [...known.keys()].indexOf(side)

/** Sides without duplicates in the given order, with one of them first if it is included. */
export const inOrder = (sides: Iterable<Side>, first?: Side): Side[] =>
  [...new Set(sides)].toSorted((a, b) => Number(b === first) - Number(a === first) || place(a) - place(b))
