import type { LogEntry } from '../../app/api'
import type { Highlights } from '../../app/group_selection'
import type { MoveInfo } from '../../app/moves'
import { numberMoves } from '../../app/numbered_moves'
import { sideDoes } from '../../board/sides'
import type { BoardMove } from '../../board/pacific/piles'
import { counted, listed } from '../../lib/text'
import { aloftAt, currentFlights } from './landing_places'
import { battlePlace } from './play_prompts'
import { convoyHolder, ECONOMY_NAMES, frameOf, POWERS, sideOf, spotsOf, powerStackAt, teamOf, unitsIn, type Facts, type WarView } from './play_view'
import type { LandFacts, Spot, ZoneFacts } from './types'
import { powerStackText } from './unit_text'

/** A place as the board currently shows it. */
export interface CurrentPlace {
  id: string
  name: string
  zone: boolean
  spot: Spot
  /** the full label: name, legality, units, convoy, neighbours */
  label: string
  /** the short label, for the pointer's tooltip */
  tip: string
  legal?: boolean
  /** has a choice although it is not highlighted */
  usable?: boolean
  /** steps to it, on its gold tag */
  price?: string
  impassable?: boolean
  team?: 'japan' | 'allies'
  /** the holder of the territory, for its flag */
  holder?: string
  /** its value in IPC */
  value: number
  /** complex and bases, by their markers */
  signs: readonly string[]
  convoy?: { value: number; team: 'japan' | 'allies'; centre: boolean }
  /** enemies that fight or will be fought here */
  battle?: boolean
  /** the user has a private note on it */
  noted?: boolean
  /** 7.4.3 a carrier here must still move for fighters in the air */
  carrierMustMove?: boolean
}

/** An ordered move as the board draws it. */
export interface Plan {
  id: string
  /** the log entry that ordered it */
  seq: number
  from: string
  to: string
  /** the places on the path, including the last; absent for a flight */
  way?: readonly string[]
  /** the owner of the units */
  power?: string
  label: string
}

/** The steps to each highlighted place, and whether an enemy is there. */
export type Costs = ReadonlyMap<string, { steps?: number; enemy?: number }>

export interface BoardHighlights {
  marks: Highlights
  costs: Costs
  /** places that may be selected for their units */
  usable: ReadonlySet<string>
}

/** All places now. */
export function currentPlaces(view: WarView, facts: Facts, { marks, costs, usable }: BoardHighlights): Map<string, CurrentPlace> {
  const planned = !!frameOf(view, 'combat_moves')
  const battles = new Set([...((frameOf(view, 'combat')?.['battles'] as string[] | undefined) ?? []), ...[battlePlace(view) ?? []].flat()])
  const flying = new Set(currentFlights(view).map(({ place }) => place))
  return new Map([...spotsOf(view, facts)].map(([id, spot]) => {
    const zone = facts.zones.get(id)
    const land = facts.lands.get(id)
    const legal = marks.highlighted.has(id)
    const cost = costs.get(id)
    const price = cost?.steps === undefined ? undefined : String(cost.steps)
    const words = zone ? zoneText(zone, view, facts) : landText(land!, view, facts)
    const may = legal ? ['legal', cost?.steps === undefined ? '' : counted(cost.steps, 'step'), cost?.enemy ? `enemy: ${counted(cost.enemy, 'unit')}` : ''] : []
    const here = spot.powerStacks.map((powerStack) => `${counted(unitsIn(powerStack), 'unit')} of ${nameOf(powerStack.power)}: ${powerStackText(powerStack)}`)
    const owes = view.owing_decks.includes(id)
    const also = [...(flying.has(id) ? aloftAt(id, view, facts) : []).map((words) => `In the air: ${words}`), ...(owes ? ['A carrier here must still sail to fighters in the air (7.4.3)'] : [])]
    const label = `${[facts.name(id), ...may.filter(Boolean), ...(here.length ? here : ['no units'])].join(', ')}. ${[...also.map((one) => `${one}.`), ...words.sentences].join(' ')}`
    const team = land ? holderTeam(view, land) : undefined
    return [id, {
      id, name: facts.name(id), zone: !!zone, spot, label, legal: legal || undefined, usable: usable.has(id) || undefined, price,
      tip: [facts.name(id), words.brief, ...here, ...also].filter(Boolean).join('. '), carrierMustMove: owes || undefined,
      impassable: land?.impassable || undefined, team, holder: land && view.control[land.id], value: land?.ipc ?? 0, signs: land ? signsOf(land, view) : [],
      convoy: zone && zone.convoy !== 'none' ? { value: zone.convoy_value, team: teamOf(convoyHolder(view, id)), centre: zone.convoy === 'center' } : undefined,
      battle: battles.has(id) || (legal && !!cost?.enemy) || (planned && battleIn(view, id)) || undefined,
    }]
  }))
}

/** Whether both teams have units in a place. */
export function battleIn(view: WarView, place: string): boolean {
  const teams = new Set(POWERS.filter((power) => unitsIn(powerStackAt(view, power, place))).map(teamOf))
  return teams.size > 1 || Object.keys(view.landing).some((coast) => coast.startsWith(`${place}_from_`) && teams.size > 0)
}

const nameOf = (power: string): string => ({ japan: 'Japan', uk: 'Britain', usa: 'the United States', china: 'China' })[power] ?? power

const holderTeam = (view: WarView, land: LandFacts): 'japan' | 'allies' | undefined => {
  const holder = view.control[land.id]
  return holder ? teamOf(holder) : undefined
}

/** The text after the name of a land: a complex, a naval base, an air base. */
const signsOf = (land: LandFacts, view: WarView): string[] => [
  ...(view.complexes.includes(land.id) ? ['industrial_complex'] : []), ...(land.naval_base ? ['anchor'] : []), ...(land.air_base ? ['airfield'] : []),
]

interface SpaceText {
  brief: string
  sentences: string[]
}

const zoneList = (ids: readonly string[]): string => listed(ids.map((id) => id.slice(2)))

function zoneText(zone: ZoneFacts, view: WarView, facts: Facts): SpaceText {
  const lands = (facts.beside.get(zone.id) ?? []).filter((id) => facts.lands.has(id))
  const convoy = zone.convoy === 'none' ? '' : `Convoy ${zone.convoy === 'center' ? 'center' : `route of ${facts.name(zone.convoy_land)}`}, value ${zone.convoy_value}, ${convoyHolder(view, zone.id) === 'japan' ? 'Japan' : 'the Allies'}.`
  const borders = `Borders zones ${zoneList(zone.adjacent_zones)}${lands.length ? `; territories ${listed(lands.map((id) => facts.name(id)))}` : ''}.`
  return { brief: convoy.replace(/\.$/, ''), sentences: [convoy, zone.kamikaze ? 'Kamikazes may fly here.' : '', borders].filter(Boolean) }
}

function landText(land: LandFacts, view: WarView, facts: Facts): SpaceText {
  if (land.impassable) return { brief: 'Nobody may enter', sentences: ['Nobody may enter.'] }
  const holder = view.control[land.id]
  const who = !holder ? 'Nobody holds it' : holder === 'india' || holder === 'australia' ? `${ECONOMY_NAMES[holder]} holds it` : sideDoes(holder === 'china' ? 'china' : sideOf(holder), 'holds it', 'hold it')
  const marks = [view.complexes.includes(land.id) ? 'industrial complex' : '', land.naval_base ? 'naval base' : '', land.air_base ? 'air base' : ''].filter(Boolean)
  const brief = [who, land.ipc ? `${land.ipc} IPC` : 'no value', ...marks].join(', ')
  const lands = land.adjacent_lands.map((id) => facts.name(id))
  const beside = [lands.length ? `territories ${listed(lands)}` : '', land.adjacent_zones.length ? `zones ${zoneList(land.adjacent_zones)}` : ''].filter(Boolean).join('; ')
  return { brief, sentences: [`${brief}.`, beside ? `Borders ${beside}.` : ''].filter(Boolean) }
}

/** The panel header of a place. */
export function spotNotes(id: string, view: WarView, facts: Facts): string[] {
  const zone = facts.zones.get(id)
  const land = facts.lands.get(id)
  return zone ? zoneText(zone, view, facts).sentences : land ? landText(land, view, facts).sentences : []
}

/** The same without its neighbours, which are visible on the map. */
export function spotHead(id: string, view: WarView, facts: Facts): string[] {
  return spotNotes(id, view, facts).filter((note) => !note.startsWith('Borders'))
}

/** The moves in the given log entries: each stack that moved, flew or landed. */
export function moves(entries: readonly LogEntry[]): MoveInfo[] {
  return entries.flatMap((entry) => (entry.events ?? []).flatMap((event): MoveInfo[] => {
    const power = String(event['power'] ?? '')
    if (event.event === 'moved' || event.event === 'flown') return [{ unit: String(event['piece']), side: sideOf(power), from: String(event['origin']), to: String(event['place']) }]
    if (event.event === 'landing_planned' || event.event === 'unloaded') return [{ unit: 'landing', side: sideOf(power), from: String(event['zone']), to: String(event['land']) }]
    if (event.event === 'retreated' && event['to']) return [{ unit: power, side: sideOf(power), from: String(event['place']), to: String(event['to']) }]
    return []
  }))
}

/** The paths of the units in an entry, each drawn once. */
export const moveArrowsOf = (entry: LogEntry | undefined): BoardMove[] => numberMoves(entry ? moves([entry]) : []).map((move) => ({ ...move, n: undefined, id: `${entry!.seq} ${move.id}` }))
