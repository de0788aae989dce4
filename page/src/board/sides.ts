/** A side by its id. What is shared knows none by name: a game tells what its sides are called, the server of which team each is. */
export type Side = string

/** The sign of a team, which never stands in colour alone: discs are round and hatched, stars cut and dotted. */
export type Sign = 'disc' | 'star'
/** By the place of a team; with more teams than signs they come round again, and the name beside tells them apart. */
const SIGNS: readonly Sign[] = ['disc', 'star']

/** What a side is called, and the place of its team. */
export interface SideTold {
  /** "Allies" */
  name: string
  /** within a sentence: "the Allies" */
  the: string
  /** "Allied" */
  adjective: string
  team: number
}

const known = new Map<Side, SideTold>()

/** A game tells of its own sides, in their order. */
export function tellSides(sides: Readonly<Record<Side, SideTold>>): void {
  for (const [side, told] of Object.entries(sides)) known.set(side, told)
}

/** Sides that the server tells of; what a game has said of one stands. */
export function meetSides(sides: readonly { id: Side; title: string; team: number }[]): void {
  for (const { id, title, team } of sides) {
    if (known.has(id)) continue
    const name = title.replace(/^the /, '').replace(/^./, (c) => c.toUpperCase())
    known.set(id, { name, the: title, adjective: name, team })
  }
}

const toldOf = (side: Side): SideTold => known.get(side) ?? { name: side, the: side, adjective: side, team: 0 }

/** Whether an id is that of a side. */
export const isSide = (side: unknown): side is Side => typeof side === 'string' && known.has(side)
export const sideName = (side: Side): string => toldOf(side).name
export const theSide = (side: Side): string => toldOf(side).the
export const sideAdjective = (side: Side): string => toldOf(side).adjective

/** A side at the head of a sentence with its verb: "Japan holds", "The Allies hold". */
export const sideDoes = (side: Side, one: string, many: string): string => {
  const the = theSide(side)
  return `${the.replace(/^./, (c) => c.toUpperCase())} ${/^the .*s$/.test(the) ? many : one}`
}

/** The sign under which a side is drawn; nothing for nobody. */
export function signOf(side: Side): Sign
export function signOf(side: Side | null | undefined): Sign | undefined
export function signOf(side: Side | null | undefined): Sign | undefined {
  return side ? SIGNS[toldOf(side).team % SIGNS.length] : undefined
}

const place = (side: Side): number => [...known.keys()].indexOf(side)

/** Sides without doubles in the order in which they were told, one of them before all others if it is among them. */
export const inOrder = (sides: Iterable<Side>, first?: Side): Side[] =>
  [...new Set(sides)].toSorted((a, b) => Number(b === first) - Number(a === first) || place(a) - place(b))
