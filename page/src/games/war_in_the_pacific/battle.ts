import type { MatchStore } from '../../app/game'
import type { Fighter, FleetShown } from '../../frame/battle'
import type { Side, Silhouette } from '../../board/types'
import { validEntries } from '../../app/observation.svelte'
import { counted } from '../../lib/text'
import { isHex } from './grid'
import { gunneryHighlights, selectedShip } from './play_gunnery'
import { aimedPort } from './ports'
import { frameOf, inOrder, isUnit, kindOf, knownPosition, plain, procedureOf, topFrame, viewOf, waveName, type KnownPosition } from './play_view'
import { unitName } from './play_prompts'
import type { FrameView, PacificView } from './types'

/** The current battle: at sea, from the air, or on land. */

export interface FighterShown extends Fighter {
  side: Side
  name: string
  /** a ship; undefined for a ground unit, which shows its printed values */
  kind?: Silhouette
  printed: string
  /** 38.5 it is a part of a unit of shipping */
  split?: number
  /** the text below it, if there is room */
  description?: string
}

export interface BattleShown {
  title: string
  steps: readonly string[]
  now: number
  /** the dice of an attack on land have fallen */
  rolled?: boolean
  facts: readonly string[]
  sides: readonly FleetShown<FighterShown>[]
  words: Readonly<Record<string, string>>
  /** distinguishes this battle from all others */
  battle: string
}

const SIDE_NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }
const GROUND = ['committing', 'ground_battle', 'losses', 'retreat', 'advance']
const ROUNDS = 3
const S_LEVEL = 6
const MAX_SHIPS_WITH_TEXT = 12

/** The battle of the deciding side; undefined if there is none. */
export function currentBattle(store: MatchStore, position: KnownPosition): BattleShown | null {
  const { view } = position
  // On a shared screen the player who chose last still sees their own battle while its dice are shown.
  const own = (store.decision?.side ?? store.mine ?? (store.seatedSide || 'japan')) as Side
  const ground = GROUND.map((name) => frameOf(view, name)).find(Boolean) ?? (GROUND.includes(procedureOf(view)) ? topFrame(view) : undefined)
  if (view.battling?.length) return atSea(store, position, own)
  // 24.3 A hex is chosen on the map.
  if (store.decision && procedureOf(view, store.decision.side) === 'retreat') return null
  return ground && typeof ground['where'] === 'string' ? onLand(store, position, ground) : null
}

/** The wave or battle at sea. */
const fightOf = (view: PacificView): string => String(frameOf(view, 'aiming')?.['wave'] ?? (view.battling?.length ? placeOf(view) : ''))

/**
 * The battle whose dice are shown, as it was when they fell, with their results, if the same act has led to
 * another battle or to none.
 */
export function battleFought(store: MatchStore, position: KnownPosition): BattleShown | null {
  const { playback } = store
  if (!playback?.step?.dice || playback.dice !== 'lying' || !playback.viewBeforeDice) return null
  const then = knownPosition(viewOf(playback.viewBeforeDice), position.facts)
  const battle = fightOf(then.view) && fightOf(then.view) !== fightOf(position.view) ? currentBattle(store, then) : null
  if (!battle) return null
  const events = playback.step.entries.flatMap((entry) => entry.events ?? [])
  const levels = new Map(events.flatMap(({ event, ship, level }) => (event === 'ship_hit' ? [[String(ship), Number(level)] as const] : [])))
  const sunk = new Set(events.flatMap(({ event, ship }) => (event === 'ship_sunk' ? [String(ship)] : [])))
  const left = (one: FighterShown): FighterShown => ({ ...one, damage: levels.get(one.id) || one.damage, sunk: sunk.has(one.id) || one.sunk })
  return { ...battle, now: frameOf(then.view, 'aiming') ?? frameOf(then.view, 'torpedoing') ? battle.steps.length - 1 : battle.now, sides: battle.sides.map((side) => ({ ...side, stations: side.stations.map(({ name, units }) => ({ name, units: units.map(left) })) })) }
}

/** The player's own fleet is on the right; on a shared screen both fleets keep their places. */
const otherFirst = (own: string | null): readonly Side[] => (own === 'japan' ? ['allies', 'japan'] : ['japan', 'allies'])

function fighter(id: string, store: MatchStore, position: KnownPosition, aims: ReadonlyMap<string, number>): FighterShown {
  const ship = position.facts.ships.get(id)!
  const split = splitBy(id, store, position)
  const damage = position.damage(id) && position.damage(id) + split
  return {
    id, side: ship.side, name: position.facts.shipName(id), kind: kindOf(ship.type), printed: ship.type, legal: (gunneryHighlights(store) ?? store.highlighted).has(id) || undefined, selected: store.picked.has(id) || selectedShip(store) === id || undefined,
    damage: damage || undefined, sunk: damage >= S_LEVEL || undefined, target: aims.get(id), split: split || undefined,
  }
}

/** The last events of a battle in the log, found from its end. */
const BEFORE = new Set(['impulse_opened', 'phase_opened', 'segment_over', 'step_opened', 'turn_opened'])
/**
 * 38.5 The number of levels split off from shipping: known to its owner, and to the enemy if a hit of this battle
 * showed its level.
 */
export function splitBy(id: string, store: Pick<MatchStore, 'log'>, position: KnownPosition): number {
  const events = validEntries(store.log).flatMap((entry) => entry.events ?? [])
  const hit = events.slice(events.findLastIndex(({ event }) => BEFORE.has(event)) + 1).findLast(({ event, ship }) => event === 'ship_hit' && ship === id)
  return Math.max(position.split(id), position.damage(id) && hit ? Number(hit['level']) - position.damage(id) : 0)
}

/** Ships by class, the heaviest first. */
function stations(ships: readonly FighterShown[]): { name: string; units: FighterShown[] }[] {
  const CLASSES: readonly (readonly [string, readonly string[]])[] = [
    ['Carriers', ['CV', 'XCV', 'CVL', 'CVE']], ['Battleships', ['BB', 'BC']], ['Cruisers', ['CA', 'CL']], ['Destroyers', ['DD', 'DE', 'CD']], ['Transports', ['APB', 'SF', 'MS']],
  ]
  return CLASSES.map(([name, types]) => ({ name, units: ships.filter(({ printed }) => types.includes(printed)) })).filter(({ units }) => units.length)
}

function atSea(store: MatchStore, position: KnownPosition, own: Side): BattleShown {
  const { view, facts } = position
  const fight = frameOf(view, 'surface_battle')
  const aims = new Map<string, number>()
  for (const target of Object.values(view.arrays['aim'] ?? {})) if (typeof target === 'string') aims.set(target, (aims.get(target) ?? 0) + 1)
  for (const { ship, points } of loadsOf(position)) aims.set(ship, (aims.get(ship) ?? 0) + points)
  const at = placeOf(view)
  const ships = inOrder(view.battling.flatMap((id) => facts.ships.get(id) ?? [])).map((ship) => fighter(ship.id, store, position, aims)).map((ship) => ({ ...ship, description: wordOf(ship, position) }))
  // In large battles only units that aim have text below them, so that all are visible; details are shown for a
  // selected ship.
  const many = otherFirst(store.mine).some((side) => ships.filter((ship) => ship.side === side).length > MAX_SHIPS_WITH_TEXT)
  const words = Object.fromEntries(ships.flatMap((ship) => (many && typeof view.arrays['aim']?.[ship.id] !== 'string' ? [] : [[ship.id, ship.description]])))
  const attack = frameOf(view, 'aiming')
  const aiming = !!attack
  const below = frameOf(view, 'torpedoing')
  const wave = aiming ? waveName(String(attack['wave']), facts) : ''
  return {
    battle: fightOf(view),
    title: `${aiming ? `${wave} attacks` : below ? 'Submarines attack' : 'Battle'}${at ? ` at ${facts.placeName(at)}` : ''}`,
    steps: aiming ? ['Found', 'Choose ships', 'Attack'] : below ? ['Found', 'Choose a ship', 'Attack', 'Hunt'] : ['Surprise', 'Round 1', 'Round 2', 'Round 3'], now: aiming || below ? 1 : Math.min(ROUNDS, Number(fight?.['round'] ?? 1)),
    facts: [aimedPort(position)].filter(Boolean), words,
    sides: otherFirst(store.mine).map((side) => {
      const fleet = ships.filter((ship) => ship.side === side)
      const [mine, nobody] = [side === own, !fleet.length]
      const flies = aiming && nobody
      const dives = below && nobody
      return {
        side, sideName: SIDE_NAMES[side]!, stations: stations(fleet), sunk: fleet.filter((ship) => ship.sunk).map((ship) => ship.name),
        note: flies ? (mine ? counted(pointsOf(position), 'air point') : 'in the air') : dives ? (mine ? counted(Number(below['points'] ?? 0), 'Sub Point') : 'submerged') : counted(fleet.length, 'ship'),
        none: flies ? (mine ? wavesText(position) : 'Targets appear as each group picks its ship.') : dives ? `${mine ? 'Your' : 'Its'} submarines attack.` : 'No ship was sighted.',
      }
    }),
  }
}

const ROLES: Readonly<Record<string, string>> = { bomb: 'with bombs', torpedo: 'with torpedoes', strafing: 'to strafe', bombardment: 'to bombard', kamikaze: 'as kamikazes', escort: 'as escort' }
/** The flights of the attacking wave: type, Role and number of points. */
function currentFlights(position: KnownPosition): { points: number; stack: string; role: string }[] {
  const wave = String(frameOf(position.view, 'aiming')?.['wave'] ?? '')
  const valueOf = (array: string, flight: string): string => String(position.view.arrays[array]?.[flight] ?? '')
  const flights = Object.entries(position.view.arrays['flight_wave'] ?? {}).filter(([, in_]) => in_ === wave).map(([flight]) => flight)
  return flights.map((flight) => ({ points: Number(valueOf('flight_points', flight)), stack: valueOf('flight_stack', flight), role: valueOf('flight_role', flight) }))
}
const pointsOf = (position: KnownPosition): number => currentFlights(position).reduce((sum, { points }) => sum + points, 0)

/** 20.11 The points of the wave that already have a target ship. */
function loadsOf(position: KnownPosition): { ship: string; points: number }[] {
  const loads = frameOf(position.view, 'aiming')?.['loads']
  return Array.isArray(loads) ? loads.map((load: Record<string, unknown>) => ({ ship: String(load['ship']), points: Number(load['points']) })) : []
}

/** The target ships of the points. */
function aimedText(position: KnownPosition): string {
  const each = new Map<string, number>()
  for (const { ship, points } of loadsOf(position)) each.set(ship, (each.get(ship) ?? 0) + points)
  return each.size ? ` Aimed: ${[...each].map(([ship, points]) => `${points} at ${position.facts.shipName(ship)}`).join(', ')}.` : ''
}

/** The air points that got through, with equal ones combined; only for fights without the player's own ships. */
function wavesText(position: KnownPosition): string {
  const alike = new Map<string, number>()
  for (const { points, stack, role } of currentFlights(position)) {
    const what = `${position.facts.stackName(stack)} ${ROLES[role] ?? `as ${plain(role || 'strikers')}`}`
    alike.set(what, (alike.get(what) ?? 0) + points)
  }
  return alike.size ? `${[...alike].map(([what, points]) => `${points} ${what}`).join('; ')}.${aimedText(position)}` : 'Your air points attack.'
}

function placeOf(view: PacificView): string | undefined {
  const found = view.frames.toReversed().map((frame) => frame['where']).find((where) => typeof where === 'string')
  return typeof found === 'string' && isHex(found) ? found : undefined
}

function wordOf({ id, side, split }: FighterShown, position: KnownPosition): string {
  const ship = position.facts.ships.get(id)!
  const aim = position.view.arrays['aim']?.[id]
  if (typeof aim === 'string') return `at ${position.facts.shipName(aim)}`
  return `${side === position.own || position.view.side === 'open' ? `${counted(ship.gunnery, 'gun')}, ${ship.torpedo} torp.` : `defence ${ship.defence}`}${split ? ', split' : ''}`
}

function onLand(store: MatchStore, position: KnownPosition, frame: FrameView): BattleShown {
  const { view } = position
  const where = String(frame['where'])
  const ids = (field: string): string[] => (Array.isArray(frame[field]) ? (frame[field] as string[]).filter(isUnit) : [])
  const attackers = [...new Set([...ids('taking'), ...ids('may'), ...ids('units'), ...ids('attackers')])]
  const shown = (id: string, side: Side): FighterShown => ({
    id, side, name: unitName(id, position), printed: position.unit(id)?.printed ?? '', legal: store.highlighted.has(id) || undefined, selected: ids('taking').includes(id) || store.picked.has(id) || undefined,
  })
  const here = position.unitsIn(where)
  const group = (side: Side): FighterShown[] => [...new Set([...attackers.filter((id) => id.startsWith(side)), ...here.filter((unit) => unit.side === side).map(({ id }) => id)])].map((id) => shown(id, side))
  const STEPS = ['Who attacks', 'Dice', 'Losses', 'Retreat', 'Advance']
  return {
    battle: `attack on ${where}`, title: `Attack on ${position.facts.placeName(where)}`, steps: STEPS, now: Math.max(0, GROUND.findLastIndex((name) => frameOf(view, name) ?? procedureOf(view) === name)), rolled: true, facts: [], words: {},
    sides: otherFirst(store.mine).map((side) => {
      const units = group(side)
      const strength = units.reduce((sum, { id }) => sum + (position.unit(id)?.strength ?? 0), 0)
      return { side, sideName: SIDE_NAMES[side]!, note: `${counted(units.length, 'unit')}, strength ${strength}`, stations: units.length ? [{ name: '', units }] : [] }
    }),
  }
}

