import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { readStored, writeStored } from '../../app/storage'
import { counted } from '../../lib/text'
import { fuelOf } from './fuel_left'
import { factsOf, ORDER, type KnownPosition } from './play_view'
import type { ShipFacts } from './types'

/** A force is formed by the number of ships of each kind; templates keep such numbers under a name, in this browser. */

export interface KindOfShip {
  type: string
  /** ships already in the force; they leave it only by undo */
  least: number
  /** the other ships that may join, the most suitable first */
  free: readonly ShipFacts[]
}

/** By type, the number of ships in the whole force. */
export type Numbers = Readonly<Record<string, number>>

/** The kinds of ships that may join a force, in the order of the display. */
export function kindsOf(store: MatchStore, position: KnownPosition, force: string): KindOfShip[] {
  const facts = factsOf(store.pieces)
  const free = store.choices.flatMap(([verb, id]) => (verb === 'assign' && id !== undefined && facts.ships.has(id) ? [facts.ships.get(id)!] : []))
  const inForce = position.shipsIn(force)
  return ORDER.flatMap((type): KindOfShip[] => {
    const same = free.filter((ship) => ship.type === type).toSorted((a, b) => position.level(a.id) - position.level(b.id) || b.speed_class - a.speed_class || position.fuel(b.id) - position.fuel(a.id))
    const least = inForce.filter((ship) => ship.type === type).length
    return same.length || least ? [{ type, least, free: same }] : []
  })
}

/** The ships that join to reach these numbers. */
export const joining = (kinds: readonly KindOfShip[], numbers: Numbers): ShipFacts[] => kinds.flatMap(({ type, least, free }) => free.slice(0, Math.max(0, (numbers[type] ?? least) - least)))

/** "24 ships, Speed 3, fuel for 5 phases at that speed". */
export function forceText(position: KnownPosition, force: string, added: readonly ShipFacts[]): string {
  const ships = [...position.shipsIn(force), ...added]
  const range = fuelOf(position, ships).at(-1)
  if (!range) return 'No ships yet'
  return [counted(ships.length, 'ship'), `Speed ${range.speed}`, ...(range.phases === null ? [] : [`fuel for ${counted(range.phases, 'phase')} at that speed`])].join(', ')
}

/** The choices that add these ships and complete the force. */
export const formed = (added: readonly ShipFacts[]): Action[] => [...added.map(({ id }): Action => ['assign', id]), ['done']]

// -- templates -------------------------------------------------------------------------------------------

const KEY = 'ironbottom.pacific.forces'
const storedTemplates = readStored<Record<string, Numbers>>(KEY)
/** The templates by name. */
export const templates: { all: Readonly<Record<string, Numbers>> } = $state({ all: storedTemplates && typeof storedTemplates === 'object' ? storedTemplates : {} })

function store(all: Readonly<Record<string, Numbers>>): void {
  templates.all = all
  writeStored(KEY, Object.keys(all).length ? all : undefined)
}
export const keepTemplate = (name: string, numbers: Numbers): void => store({ ...templates.all, [name]: numbers })
export const dropTemplate = (name: string): void => store(Object.fromEntries(Object.entries(templates.all).filter(([one]) => one !== name)))

/** The numbers of a template, limited by the available ships. */
export const fitted = (kinds: readonly KindOfShip[], numbers: Numbers): Numbers => Object.fromEntries(kinds.map(({ type, least, free }) => [type, Math.max(least, Math.min(numbers[type] ?? 0, least + free.length))]))
