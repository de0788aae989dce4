import { ECONOMIES, ECONOMY_NAMES, type Facts, type WarView } from './play_view'
import type { Economy, LandFacts } from './types'

/** A territory of an economy with its value: 0 while the enemy holds its convoy route (9.5.5). */
export interface LandIncome {
  id: string
  name: string
  ipc: number
  /** the zone of its route, if any */
  route?: string
  cut: boolean
}

/** A convoy route or center with its holder. */
export interface Convoy {
  zone: string
  name: string
  center: boolean
  value: number
  /** the income that it is part of: an economy, or the pool */
  of: Economy | 'pool'
  japan: boolean
  /** its value to its original owner: 0 while the enemy holds it */
  brings: number
}

/** The treasury of an economy, and its income at the end of its next turn if nothing changes. */
export interface Purse {
  economy: Economy
  name: string
  ipc: number
  lands: readonly LandIncome[]
  fromLands: number
  fromCenters: number
  income: number
  /** 5.4, 13.1 whether it holds its capital: otherwise it has no income and no purchase */
  capital: boolean
}

export interface Income {
  purses: readonly Purse[]
  convoys: readonly Convoy[]
  /** 13.2 the income of the British centers, to be split between India and Australia */
  pool: number
  /** 14.4 whether the Burma Road is open, and 14.2 the infantry that China raises */
  road: { open: boolean; closedAt: readonly string[] }
  infantry: number
  szechwan: boolean
  /** 13.3 Japan's points at the end of its turn if nothing changes */
  points: number
}

const ROAD = ['india', 'burma', 'yunnan', 'szechwan'] as const

/** All income of a position, source by source. */
export function incomeOf(view: WarView, facts: Facts): Income {
  const purses = ECONOMIES.map((economy) => purseOf(economy, view, facts))
  const convoys = convoysOf(view, facts)
  const closedAt = ROAD.filter((land) => view.control[land] === 'japan').map((land) => facts.name(land))
  const szechwan = [...facts.lands.values()].some((land) => land.capital_of === 'china' && view.control[land.id] === 'china')
  const chinese = [...facts.lands.values()].filter((land) => land.ipc > 0 && view.control[land.id] === 'china').length
  const japan = purses[0]!
  return {
    purses, convoys,
    pool: convoys.reduce((sum, one) => sum + (one.of === 'pool' ? one.brings : 0), 0),
    road: { open: !closedAt.length, closedAt },
    infantry: szechwan ? chinese + Number(!closedAt.length) : 0,
    szechwan,
    points: Math.floor(((japan.capital ? japan.income : 0) + view.loot) / 10),
  }
}

function purseOf(economy: Economy, view: WarView, facts: Facts): Purse {
  const routes = routesOf(facts)
  const lands = [...facts.lands.values()]
    .filter((land) => view.control[land.id] === economy && land.ipc > 0)
    .map((land) => landIncome(land, economy, routes, view))
    .toSorted((a, b) => b.ipc - a.ipc || a.name.localeCompare(b.name))
  const fromLands = lands.reduce((sum, land) => sum + (land.cut ? 0 : land.ipc), 0)
  const fromCenters = convoysOf(view, facts).reduce((sum, one) => sum + (one.center && one.of === economy ? one.brings : 0), 0)
  const capital = [...facts.lands.values()].find((land) => land.capital_of === economy)
  const holder = capital && view.control[capital.id]
  return {
    economy, name: ECONOMY_NAMES[economy], ipc: view.ipc[economy], lands, fromLands, fromCenters, income: fromLands + fromCenters,
    capital: (holder === 'japan') === (economy === 'japan'),
  }
}

const routesOf = (facts: Facts): Map<string, string> =>
  new Map([...facts.zones.values()].filter((zone) => zone.convoy === 'route').map((zone) => [zone.convoy_land, zone.id]))

function landIncome(land: LandFacts, economy: Economy, routes: ReadonlyMap<string, string>, view: WarView): LandIncome {
  const route = routes.get(land.id)
  const cut = route !== undefined && view.convoys_of_japan.includes(route) !== (economy === 'japan')
  return { id: land.id, name: land.name, ipc: land.ipc, route, cut }
}

/** 9.5 Each convoy route whose territory has a value, and each center. */
function convoysOf(view: WarView, facts: Facts): Convoy[] {
  return [...facts.zones.values()].filter((zone) => zone.convoy !== 'none').map((zone) => {
    const japan = view.convoys_of_japan.includes(zone.id)
    const center = zone.convoy === 'center'
    const holder = center ? undefined : view.control[zone.convoy_land]
    const of = center ? (zone.convoy_owner === 'usa' ? 'usa' : 'pool') : holder === 'china' || holder === undefined ? 'pool' : holder
    const brings = (center ? japan : japan !== (of === 'japan')) ? 0 : zone.convoy_value
    return { zone: zone.id, name: center ? 'Center' : facts.name(zone.convoy_land), center, value: zone.convoy_value, of, japan, brings }
  })
}
