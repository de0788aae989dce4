import type { LogEntry } from '../../app/api'
import type { Scores, ScoreRow } from '../../frame/score_table'
import { validEntries } from '../../app/observation.svelte'
import type { Side } from '../../board/types'
import { counted } from '../../lib/text'
import { hexOf } from './grid'
import { isBurma, tonnage } from './burma'
import { rankedObjectives } from './plans'
import { typeName } from './order_of_battle'
import { factsOf, kindOf, knownPosition, viewOf, type KnownPosition, type KnownUnit } from './play_view'
import { supplyOf } from './supply'
import type { Objective, ShipFacts } from './types'

/** Itemised Victory Points (47.1 to 47.26, 42.42): the score of each side as far as the viewer knows it. */

const SUNK = 5
const QUARTERS = 4
const CARRIERS: readonly string[] = ['CV', 'CVL', 'CVE']
const TROOPS: readonly string[] = ['combat', 'engineer']
/** 42.42, 45.42 All units that control a hex as ground units. */
const HOLDING: readonly string[] = [...TROOPS, 'base_force', 'logistic']
const ENEMY: Readonly<Record<string, Side>> = { japan: 'allies', allies: 'japan' }

type Item = Omit<ScoreRow, 'side' | 'total'>

/** 47.1, 47.23 The value of a ship at a damage level, five or more for a sunk one. */
export function shipWorth(position: KnownPosition, ship: ShipFacts, level: number): number {
  const { worth } = position.facts
  const levels = Math.min(level, SUNK)
  if (CARRIERS.includes(ship.type)) return worth['carrier']! * levels * Number(ship.air_capacity ?? 0)
  if (ship.type === 'SF') return Math.floor((worth['sf']! * levels) / (position.view.options['sf_points'] === 'in_all' ? SUNK : 1))
  if (ship.type === 'APB' || ship.type === 'MS') return Math.floor((worth[ship.type.toLowerCase()]! * levels * ship.load_quarters) / QUARTERS)
  return worth['warship']! * levels * ship.defence
}

function ships(position: KnownPosition, enemy: Side): Item[] {
  // The printed value of an enemy ship may have been repaired since.
  const isKnown = (ship: ShipFacts): boolean => position.own !== ENEMY[enemy] || ship.id in (position.view.arrays['damage'] ?? {})
  const hurt = [...position.facts.ships.values()].filter((ship) => ship.side === enemy && position.damage(ship.id) > 0 && isKnown(ship))
  return hurt.map((ship) => {
    const level = position.damage(ship.id)
    const sunk = position.value('ship_at', ship.id) === 'sunk'
    return { case: ship.type === 'SF' ? '47.23' : '47.1', what: `${position.facts.shipName(ship.id)} (${ship.type})`, many: sunk ? 'sunk' : counted(Math.min(level, SUNK), 'level'), points: shipWorth(position, ship, level) }
  }).toSorted((a, b) => b.points - a.points)
}

/** 21.8, 47.1 Lost ground units, kind by kind from the log; other losses are Air Points and Sub Points. */
function units(position: KnownPosition, enemy: Side, log: readonly LogEntry[]): Item[] {
  const kinds = new Map<string, number>()
  for (const { events } of validEntries(log)) for (const event of events ?? []) if (event.event === 'unit_lost' && String(event['unit']).startsWith(enemy)) kinds.set(String(event['kind']), (kinds.get(String(event['kind'])) ?? 0) + 1)
  const lost = [...kinds].flatMap(([kind, n]): Item[] => {
    const type = position.facts.ground.get(kind)
    return type && type.vp_each ? [{ case: '21.8', what: typeName(type), many: `${n} lost`, points: type.vp_each * n }] : []
  })
  const rest = (position.view.losses[enemy] ?? 0) - lost.reduce((sum, { points }) => sum + points, 0)
  return rest > 0 ? [...lost, { case: '47.1', what: 'Air Points and Sub Points', many: 'lost', points: rest }] : lost
}

/** 47.26 A side's ports, airbases and Centers that the enemy had at the start: without Levels built since. */
function places(position: KnownPosition, side: Side): Item[] {
  const { facts, view } = position
  const taken = (hex: number): boolean => position.holder(hex) === side && facts.heldAtStart(view.scenario, hex) === ENEMY[side]
  const airbase = (base: string): number => Math.min(Number(position.value('level', base) ?? 0), Number(facts.scenarioStart(view.scenario)?.['level']?.[base as never] ?? 0))
  return [...facts.places].filter(([hex]) => taken(hex)).flatMap(([, place]): Item[] => {
    const port = place.port === 'minor' || place.port === 'major' ? facts.worth[`${place.port}_port`]! * place.cargo : 0
    const centers = place.industrial + place.southern + place.northern
    const level = airbase(place.id)
    return [
      { case: '47.26', what: `${place.name}, port`, many: `${place.cargo} LP`, points: port },
      { case: '47.26', what: `${place.name}, airbase`, many: `Level ${level}`, points: facts.worth['airbase']! * level },
      { case: '47.26', what: `${place.name}, Centers`, many: String(centers), points: facts.worth['center']! * centers },
    ].filter(({ points }) => points)
  })
}

/** The scoring hexes: of the possible Objectives only the chosen ones. */
const scored = (position: KnownPosition): readonly Objective[] => [...(position.facts.objectives[position.view.scenario] ?? []).filter(({ id, hexes, case: of }) => !id && (of !== '45.42' || hexes.includes(position.view.objective ?? ''))), ...rankedObjectives(position)]

/** 42.42, 45.42 The scenario's hexes held by ground units; of a secret Objective, the one that the viewer knows. */
function objectives(position: KnownPosition, side: Side): Item[] {
  const held = (by: Side) => (id: string): boolean => position.holder(hexOf(id)) === by && position.unitsIn(id).some((unit) => unit.side === by && HOLDING.includes(unit.type.kind))
  // 42.43 The Allies hold the Aleutians only if Japan holds none of their hexes.
  return scored(position).flatMap((one) => (one.sides.includes(side) && one.hexes.some(held(side)) && (side === 'japan' || !one.hexes.some(held('japan'))) ? [{ case: one.case, what: `Ground units hold ${one.name}`, many: '1', points: one.points }] : []))
}

/** 44.42, 44.43 The towns of Burma and deliveries to Kunming; Japan in India, and no Allied unit in supply in Burma. */
function burmaAims(position: KnownPosition, side: Side): Item[] {
  const { facts, view } = position
  const aims = facts.aims[view.scenario]
  if (!aims) return []
  if (side === 'allies') {
    const towns = Object.entries(aims.towns).flatMap(([at, points]): Item[] => (position.holder(hexOf(at)) === side ? [{ case: '44.43', what: `${facts.placeName(at)} held`, many: '1', points }] : []))
    const { points, blocks, score } = tonnage(position)
    return [...towns, { case: '44.43', what: 'Supply brought to Kunming', many: `${counted(points, 'point')}, ${counted(blocks, 'block')}`, points: score }].filter((row) => row.points)
  }
  const ashore = (one: Side, regions: readonly number[]): KnownUnit[] => position.garrisons.filter((at) => regions.includes(facts.atlas.region[hexOf(at)]!)).flatMap((at) => position.unitsIn(at).filter((unit) => unit.side === one && TROOPS.includes(unit.type.kind)))
  const touched = supplyOf(position, 'allies').reached
  const inside = ashore('allies', aims.homeland).some(({ id }) => touched.has(hexOf(position.value<string>('unit_at', id) ?? '')))
  const strength = ashore('japan', aims.india).reduce((sum, { type }) => sum + type.strength, 0)
  return [
    { case: '44.42', what: 'No Allied unit in supply in Burma', many: '1', points: inside ? 0 : aims.no_line },
    { case: '44.42', what: 'Japanese strength in India', many: counted(strength, 'point'), points: aims.per_point * strength },
  ].filter((row) => row.points)
}

/** Each side's points by case, with the running total; of enemy ships in play only the sunk ones are known. */
export function scoresOf(position: KnownPosition, log: readonly LogEntry[]): Scores {
  const sides = (['japan', 'allies'] as const).map((side) => {
    const enemy = ENEMY[side]!
    let total = 0
    const items = [...ships(position, enemy), ...units(position, enemy, log), ...places(position, side), ...objectives(position, side), ...burmaAims(position, side)]
    const rows = items.map((item) => ({ ...item, side, total: (total += item.points) }))
    return { side, rows, total, least: position.own === side && !isBurma(position.view) }
  })
  return { sides, note: 'Damage of enemy ships is their secret until they sink (1.3): your own sum is the least it can be.', secret: position.own !== null && !isBurma(position.view) }
}

export default (view: unknown, pieces: unknown, log: readonly LogEntry[]): Scores => scoresOf(knownPosition(viewOf(view as never), factsOf(pieces)), log)

/** 12.1 The ships by kind, for the losses of a story; a unit lost ashore is listed by name. */
export const kinds = (pieces: unknown): { id: string; side: Side; kind: string }[] => [...factsOf(pieces).ships.values()].map(({ id, side, type }) => ({ id, side, kind: kindOf(type) }))
