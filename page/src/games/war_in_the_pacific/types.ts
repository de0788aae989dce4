import type { Side } from '../../board/types'
import type { ChartData } from './atlas'

export interface FrameView {
  procedure: string
  readonly [field: string]: unknown
}

type ById<T> = Readonly<Record<string, T>>

/** A view of War in the Pacific. Arrays contain only changes since the start of the scenario. */
export interface PacificView {
  scenario: string
  options: ById<string>
  /** a side, `public`, or `open` */
  side: string
  turn: number
  first_player: Side | null
  weather_die: ById<number>
  losses: ById<number>
  ending: string | null
  force_at: ById<string>
  force_box: ById<string>
  force_water?: ById<number>
  force_gate?: ById<string>
  force_debt?: ById<number>
  force_mission: ById<string | null>
  force_to: ById<string>
  force_speed: ById<number>
  force_steps?: ById<number>
  dummy_ships: ById<number>
  contact: ById<string | null>
  contact_at: ById<string>
  in_contact: readonly string[]
  told_ships: ById<number>
  told_capital: ById<number>
  told_carrier: ById<number>
  told_size: ById<number>
  subron_at: ById<string>
  subron_fleet: ById<number>
  subron_coastal: ById<number>
  subron_told: ById<number>
  subron_mode?: ById<number>
  plan_at: ById<string>
  /** 45.52 the Allies' secret choice, as far as the viewer knows */
  objective?: string | null
  kamikazes?: boolean
  kamikazes_left?: number | null
  announced: readonly (string | null)[]
  new_base_at?: readonly (string | null)[]
  arrays: ById<ById<unknown>>
  out_of_sight: readonly string[]
  battling: readonly string[]
  frames: readonly FrameView[]
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
  /** Supply Points to make it whole (21.6) */
  rebuild_sp?: number
  /** thirds of a Supply Point that it needs in a Game-Turn (25.3) */
  supply_thirds?: number
}

export type StartData = ById<ById<unknown> | string>

/** The fixed data of a match, from the server. */
/** An area of Railcap and Seacap, with the Seacap of its first holder (30.1, 30.5). */
export interface LiftArea {
  name: string
  regions: readonly number[]
  cities: readonly string[]
  points: number
  began: Side
}

export interface PiecesData {
  sections: ById<readonly string[]>
  chart: ChartData
  starts: ById<StartData>
  /** the areas of Railcap and Seacap (30.1) */
  lift?: ById<readonly LiftArea[]>
  /** the Game-Turn with which a scenario begins (42.11, 44.11, 45.11) */
  begins?: ById<number>
  places: readonly PlaceFacts[]
  boxes: readonly string[]
  ships: readonly ShipFacts[]
  aircraft: readonly AircraftFacts[]
  ground: readonly GroundFacts[]
  /** the weather die: the sky in the tropics, in the middle and in the north (8.6) */
  weather: ById<readonly string[]>
  /** how urgent each verb is in the inbox, and the verbs whose first argument is no waiting unit */
  importance?: { verbs: ById<readonly string[]>; destinations: readonly string[] }
  /** the score of each item (47.1) */
  worth: ById<number>
  combat?: CombatCharts
  /** 7.7 the number of waves that a side may declare */
  waves?: number
  /** by scenario, the score of hexes controlled by ground units */
  objectives: ById<readonly Objective[]>
  /** by scenario, the hexes of its sections that are nevertheless out of play */
  closed: ById<readonly string[]>
  /** by scenario, the hexes to which a case adds a road, each with its kind */
  roads: ById<readonly (readonly string[])[]>
  /** the victory conditions of Burma (44.42, 44.43), and the hexes that Japan has to guard (44.65) */
  works?: Readonly<Record<string, readonly [number, number]>>
  aims: ById<BurmaAims>
  /**
   * by scenario with links of merchant shipping and by side, the edges and ports where supply is unlimited (15.31,
   * 25.2)
   */
  links?: ById<Readonly<Record<Side, readonly string[]>>>
  /** by scenario and section, the hexes from the east edge to the coast beyond it (15.31) */
  coasts?: ById<ById<number>>
  /**
   * 43.64, 43.68 by scenario and box: the Speed Class of ships that enter from it, and the Movement Points spent
   * before
   */
  entries?: ById<ById<readonly [speed: number, spent: number]>>
}

/** The charts that give the chances of a battle that is over. */
export interface CombatCharts {
  /** 24.3 by column of odds: its name, the dice on which the defender retreats, and those on which it is eliminated */
  ground: readonly (readonly [name: string, retreats: number, eliminated: number])[]
  /** 17.1 by the greatest strength of a row: the hits of each die */
  bombardment: readonly (readonly number[])[]
  /** 13.8 by the greatest strength of a row: the Sub Points lost on each die */
  hunt: readonly (readonly number[])[]
  /** 11.5 by the modified die from 0: Damage Points in tenths of the strength */
  damage: readonly number[]
  /** 12.1 numerator and denominator of Damage Points by Defence, then the levels of each die */
  levels: readonly (readonly number[])[]
}

export interface BurmaAims {
  towns: ById<number>
  kunming: string
  /** the box that counts deliveries to Kunming */
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
  /** 42.43 of a possible objective of Japan: its id, and its score as the Secondary */
  id?: string
  secondary?: number
  sides: readonly Side[]
  hexes: readonly string[]
}
