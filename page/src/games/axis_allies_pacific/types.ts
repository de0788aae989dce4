import type { Side } from '../../board/types'

/** The powers whose units are on the map; China is moved by the United States (1.3). */
export type Power = 'japan' | 'uk' | 'usa' | 'china'
export type Economy = 'japan' | 'india' | 'australia' | 'usa'
export type Holder = Economy | 'china'
/** The number of each kind. */
export type Counts = Readonly<Record<string, number>>

export interface LandFacts {
  id: string
  name: string
  holder: Holder | 'none'
  ipc: number
  capital_of: string
  industrial_complex: boolean
  naval_base: boolean
  air_base: boolean
  island: boolean
  impassable: boolean
  /** 9.1, 9.2 the new owner when the Allies take it: a holder, or the power that takes it */
  if_freed: Holder | 'taker' | 'none'
  adjacent_lands: readonly string[]
  adjacent_zones: readonly string[]
}

export interface ZoneFacts {
  id: string
  name: string
  adjacent_zones: readonly string[]
  convoy: 'none' | 'route' | 'center'
  convoy_land: string
  convoy_value: number
  convoy_owner: string
  kamikaze: boolean
}

/** The cost and abilities of a kind of unit (5.2). */
export interface UnitFacts {
  id: string
  name: string
  cost: number
  attack: number
  defence: number
  move: number
  hits: number
  buyers: readonly string[]
}

/** The units of a power in a place, by state. */
export interface PowerStack {
  power: Power
  side: Side
  /** not moved in this phase */
  fresh: Counts
  /** moved in this turn: may move again only as the rules allow */
  moved: Counts
  /** aircraft in the air over it, by mission and steps left */
  aloft: Counts
}

/** The contents of a place. */
export interface Spot {
  id: string
  name: string
  powerStacks: readonly PowerStack[]
}
