import type { Side } from '../../board/types'
import type { ChartTold } from './atlas'

export interface FrameTold {
  procedure: string
  readonly [field: string]: unknown
}

type Told<T> = Readonly<Record<string, T>>

/** What a side has been shown of War in the Pacific. Arrays are told as what has changed since the start of the scenario. */
export interface PacificView {
  scenario: string
  options: Told<string>
  /** a side, `public`, or `open` */
  side: string
  turn: number
  first_player: Side | null
  weather_die: Told<number>
  losses: Told<number>
  ending: string | null
  force_at: Told<string>
  force_box: Told<string>
  force_water?: Told<number>
  force_gate?: Told<string>
  force_debt?: Told<number>
  force_mission: Told<string | null>
  force_to: Told<string>
  force_speed: Told<number>
  force_steps?: Told<number>
  dummy_ships: Told<number>
  contact: Told<string | null>
  contact_at: Told<string>
  in_contact: readonly string[]
  told_ships: Told<number>
  told_capital: Told<number>
  told_carrier: Told<number>
  told_size: Told<number>
  subron_at: Told<string>
  subron_fleet: Told<number>
  subron_coastal: Told<number>
  subron_told: Told<number>
  subron_mode?: Told<number>
  plan_at: Told<string>
  /** 45.52 what the Allies chose in secret, as far as the viewer knows */
  objective?: string | null
  kamikazes?: boolean
  kamikazes_left?: number | null
  announced: readonly (string | null)[]
  new_base_at?: readonly (string | null)[]
  arrays: Told<Told<unknown>>
  out_of_sight: readonly string[]
  battling: readonly string[]
  frames: readonly FrameTold[]
}

export interface PlaceFacts {
  id: string
  name: string
  port: 'none' | 'anchorage' | 'minor' | 'major'
  cargo: number
  naval: number
  airbase: number
  industrial: number
  southern: number
  northern: number
  guns: number
  holder: string
  city: boolean
  lon: number
  lat: number
}

export interface ShipFacts {
  id: string
  name: string
  side: Side
  nation: string
  type: string
  hulls: number
  anti_air: number
  gunnery: number
  torpedo: number
  defence: number
  speed_class: number
  air_capacity: readonly number[] | number | null
  fuel: number
  load_quarters: number
}

export interface AircraftFacts {
  id: string
  name: string
  side: Side
  roles: readonly string[]
  air_to_air: number
  bomb: number
  torpedo: number
  bombardment: number
  strafing: number
  search: number
  range_mp: number
  extended_mp: number
  transfer_mp: number
  carrier_capable: boolean
  /** quarters of a Load Point that a point of transports lifts (6.8) */
  transport_quarters?: number
}

export interface GroundFacts {
  id: string
  name: string
  side: Side
  nation: string
  printed: string
  kind: string
  strength: number
  defence_only: boolean
  load: number
  vp_each: number
  /** Supply Points for which it is made whole (21.6) */
  rebuild_sp?: number
}

export type StartTold = Told<Told<unknown> | string>

/** What never changes in a match, as the server tells it. */
/** An area of Railcap and Seacap, with the Seacap of who held it from the start (30.1, 30.5). */
export interface LiftArea {
  name: string
  regions: readonly number[]
  cities: readonly string[]
  points: number
  began: Side
}

export interface PiecesTold {
  sections: Told<readonly string[]>
  chart: ChartTold
  starts: Told<StartTold>
  /** the areas of Railcap and Seacap (30.1) */
  lift?: Told<readonly LiftArea[]>
  /** the Game-Turn with which a scenario begins (42.11, 44.11, 45.11) */
  begins?: Told<number>
  places: readonly PlaceFacts[]
  boxes: readonly string[]
  ships: readonly ShipFacts[]
  aircraft: readonly AircraftFacts[]
  ground: readonly GroundFacts[]
  /** by the die: the sky in the tropics, in the middle and in the north (8.6) */
  weather: Told<readonly string[]>
  /** what each thing scores (47.1) */
  worth: Told<number>
  /** 7.7 as many waves a side may declare */
  waves?: number
  /** what ground units score by scenario for the hexes they control */
  objectives: Told<readonly Objective[]>
  /** by scenario the hexes of its sections that are out of play all the same */
  closed: Told<readonly string[]>
  /** by scenario the hexes to which a case adds a road, each with its kind */
  roads: Told<readonly (readonly string[])[]>
  /** what Burma is won by (44.42, 44.43), and which hexes Japan has to guard (44.65) */
  works?: Readonly<Record<string, readonly [number, number]>>
  aims: Told<BurmaAims>
}

export interface BurmaAims {
  towns: Told<number>
  kunming: string
  /** the box that counts what came to Kunming */
  counted: string
  block: number
  per_block: number
  no_line: number
  per_point: number
  guarded: readonly string[]
  /** numbers of the regions of Burma and of India */
  homeland: readonly number[]
  india: readonly number[]
}

export interface Objective {
  case: string
  name: string
  points: number
  sides: readonly Side[]
  hexes: readonly string[]
}
