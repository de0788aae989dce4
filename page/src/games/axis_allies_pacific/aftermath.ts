import { counted, listed } from '../../lib/text'
import { sideDoes } from '../../board/sides'
import { battleFrame, fightingUnits, type FightKind } from './battle'
import { incomeOf } from './income'
import { coastOf } from './planned_battles'
import { ECONOMIES, ECONOMY_NAMES, POWERS, sideOf, powerStackAt, sum, teamOf, unitsIn, type Facts, type WarView } from './play_view'
import type { Counts, Economy, Holder, LandFacts } from './types'
import { pieceOf } from './unit_text'

/** The consequences of a battle: who gets a territory or a convoy, the changes of income and points, and the fate of a landing. */

export interface AftermathLine {
  icon: 'anchor' | 'undo' | 'plane' | 'chart' | 'shield' | 'burst'
  text: string
  clause: string
}

/** The consequences by outcome of the battle; an outcome that changes nothing has no lines. */
export interface Aftermath {
  won: readonly AftermathLine[]
  lost: readonly AftermathLine[]
  /** what may be done before the battle ends */
  meanwhile: readonly AftermathLine[]
}

const CAPTURING_KINDS = ['infantry', 'marine', 'artillery', 'tank']
const WARSHIPS = ['battleship', 'carrier', 'destroyer', 'submarine']

/** The consequences of the current battle; null outside a battle. */
export function aftermathOf(view: WarView, facts: Facts): Aftermath | null {
  const here = battleFrame(view)
  if (!here) return null
  return { land: landAfter, sea: seaAfter, raid: raidAfter }[here.kind](here.place, view, facts)
}

/** The active side's units that fight there, of any owner, by kind. */
function attackers(view: WarView, place: string, kind: FightKind): Counts {
  const found: Record<string, number> = {}
  for (const power of POWERS.filter((one) => sideOf(one) === view.active)) {
    for (const [piece, n] of Object.entries(fightingUnits(view, power, place, kind, true))) found[pieceOf(piece).kind] = (found[pieceOf(piece).kind] ?? 0) + n
  }
  return found
}
const some = (counts: Counts, kinds: readonly string[]): boolean => kinds.some((kind) => (counts[kind] ?? 0) > 0)

// -- a territory ----------------------------------------------------------------------------------------------------

/** 9.1 to 9.3 Who may get a territory that the active side takes; several where a player chooses. */
export function heirsOf(land: LandFacts, view: WarView): Holder[] {
  if (view.active === 'japan') return ['japan']
  if (land.if_freed !== 'taker' && land.if_freed !== 'none') return [land.if_freed]
  const border = land.id === 'siam' || land.id === 'french_indo_china'
  if (view.active === 'uk') return border ? ['india'] : ['india', 'australia']
  const there = (power: 'usa' | 'china'): boolean => some(fightingUnits(view, power, land.id, 'land', true), CAPTURING_KINDS)
  return !border || (there('usa') && !there('china')) ? ['usa'] : there('usa') ? ['usa', 'china'] : there('china') ? ['china'] : ['usa']
}

function landAfter(place: string, view: WarView, facts: Facts): Aftermath {
  const land = facts.lands.get(place)!
  const own = attackers(view, place, 'land')
  const holder = view.control[place]
  const keeps: AftermathLine[] = holder ? [{ icon: 'shield', text: `${ECONOMY_NAMES[holder]} keeps ${land.name}.`, clause: '9.1' }] : []
  if (!some(own, CAPTURING_KINDS)) return { won: [{ icon: 'plane', text: `Aircraft cannot take ${land.name} without ground units.`, clause: '8.1.4' }], lost: keeps, meanwhile: backFrom(place, view, facts) }
  const heirs = heirsOf(land, view)
  const to = heirs[0]!
  const signs = [view.complexes.includes(place) ? 'industrial complex' : '', land.naval_base ? 'naval base' : '', land.air_base ? 'air base' : ''].filter(Boolean)
  const taken: AftermathLine = {
    icon: 'anchor', clause: to === 'japan' ? '9.1' : land.if_freed === 'taker' ? '9.2' : '9.1',
    text: `${listed(heirs.map((one) => ECONOMY_NAMES[one])).replace(' and ', ' or ')} gets ${land.name}${land.ipc ? `, ${land.ipc} IPC` : ''}${signs.length ? `, with its ${listed(signs)}` : ''}.`,
  }
  return { won: [taken, ...purse(land, to, view), ...changes(view, taking(view, place, to, land), facts)], lost: keeps, meanwhile: backFrom(place, view, facts) }
}

/** The position after a territory changes its holder, with its treasury. */
function taking(view: WarView, place: string, to: Holder, land: LandFacts): WarView {
  const spoils = to === 'japan' ? spoilsOf(land, view) : 0
  return { ...view, control: { ...view.control, [place]: to }, loot: view.loot + spoils }
}

const economyOf = (land: LandFacts): Economy | undefined => ECONOMIES.find((one) => one === land.capital_of)
const spoilsOf = (land: LandFacts, view: WarView): number => {
  const economy = economyOf(land)
  return economy ? view.ipc[economy] : 0
}

/** 9.6.1, 15.1, 15.2 The consequences of a captured capital. */
function purse(land: LandFacts, to: Holder, view: WarView): AftermathLine[] {
  const economy = economyOf(land)
  const holder = view.control[land.id]
  if (!economy || !holder || teamOf(holder) === teamOf(to)) return []
  if (teamOf(economy) === teamOf(to)) return [{ icon: 'chart', text: `${ECONOMY_NAMES[economy]} buys and collects again.`, clause: '9.6.2' }]
  const found: AftermathLine[] = [{ icon: 'chart', text: `Its ${view.ipc[economy]} IPC are captured too.`, clause: '9.6.1' }]
  return [...found, to === 'japan'
    ? { icon: 'burst', text: 'Japan wins if it still holds it when its next turn begins.', clause: '15.2' }
    : { icon: 'burst', text: 'The Allies win if Japan does not take it back in its next turn.', clause: '15.1' }]
}

/** Changes of incomes, of Japan's points and of the infantry that China raises. */
function changes(view: WarView, then: WarView, facts: Facts): AftermathLine[] {
  const [now, next] = [incomeOf(view, facts), incomeOf(then, facts)]
  const lines: AftermathLine[] = []
  const purses = now.purses.flatMap((one, n) => {
    const after = next.purses[n]!
    const [from, to] = [one.capital ? one.income : 0, after.capital ? after.income : 0]
    return from === to ? [] : [`${one.name} ${from} to ${to}`]
  })
  const pool = now.pool === next.pool ? [] : [`the convoy pool ${now.pool} to ${next.pool}`]
  if (purses.length || pool.length) lines.push({ icon: 'chart', text: `Income: ${listed([...purses, ...pool])}.`, clause: '9.4' })
  if (now.points !== next.points) lines.push({ icon: 'chart', text: `Japan would score ${counted(next.points, 'point')} at the end of its turn, not ${now.points}.`, clause: '13.3' })
  if (now.road.open !== next.road.open) lines.push({ icon: 'chart', text: `The Burma Road is ${next.road.open ? 'open again' : 'closed'}.`, clause: '14.4' })
  if (now.infantry !== next.infantry) lines.push({ icon: 'chart', text: `China raises ${next.infantry} infantry a turn, not ${now.infantry}.`, clause: '14.2' })
  return lines
}

// -- a sea zone -------------------------------------------------------------------------------------------------

function seaAfter(place: string, view: WarView, facts: Facts): Aftermath {
  const own = attackers(view, place, 'sea')
  const zone = facts.zones.get(place)!
  const landings = landingsOf(place, view, facts)
  const won: AftermathLine[] = landings.map(({ land, units }) => ({ icon: 'anchor', text: `If the zone is cleared, ${counted(units, 'unit')} may land at ${land}.`, clause: '8.9.1' }))
  const japans = view.convoys_of_japan.includes(place)
  if (zone.convoy !== 'none' && japans !== (view.active === 'japan') && some(own, WARSHIPS)) {
    const what = zone.convoy === 'center' ? 'the convoy center' : `the convoy route of ${facts.name(zone.convoy_land)}`
    won.push({ icon: 'anchor', text: `A warship left there may take ${what}, worth ${zone.convoy_value} IPC.`, clause: '9.5.4' })
    const then = { ...view, convoys_of_japan: japans ? view.convoys_of_japan.filter((one) => one !== place) : [...view.convoys_of_japan, place] }
    won.push(...changes(view, then, facts))
  }
  const lost: AftermathLine[] = landings.map(({ land }) => ({ icon: 'undo', text: `The landing at ${land} is called off; units aboard are lost with their ships.`, clause: '7.7.6' }))
  if (zone.convoy !== 'none') lost.push({ icon: 'shield', text: `The convoy stays ${japans ? 'Japan’s' : 'with the Allies'}.`, clause: '9.5.4' })
  const air = (own['fighter'] ?? 0) + (own['bomber'] ?? 0)
  const fly: AftermathLine[] = air ? [{ icon: 'plane', text: `${air} aircraft must land in phase 6, if ${air === 1 ? 'it survives' : 'they survive'}.`, clause: '10.1' }] : []
  return { won, lost, meanwhile: [...backFrom(place, view, facts), ...fly] }
}

/** The units to land from a zone, land by land. */
function landingsOf(zone: string, view: WarView, facts: Facts): { land: string; units: number }[] {
  return Object.entries(view.landing).flatMap(([coast, loads]) => {
    const [land, from] = coastOf(coast)
    const units = Object.entries(loads).reduce((n, [landing, many]) => n + many * (landing.split('_lands_')[1]?.match(/infantry|marine|artillery|tank|aa_gun/g)?.length ?? 0), 0)
    return from === zone && units ? [{ land: facts.name(land), units }] : []
  })
}

/** 8.8.2, 8.8.3 Where the attackers may retreat after each round: to where they came from, if no enemy is there. */
function backFrom(place: string, view: WarView, facts: Facts): AftermathLine[] {
  const at = facts.isZone(place)
  const free = (id: string): boolean => (at ? !POWERS.some((power) => teamOf(power) !== teamOf(view.active) && unitsIn(powerStackAt(view, power, id))) : !!view.control[id] && teamOf(view.control[id]!) === teamOf(view.active))
  const back = (view.origins[place] ?? []).filter((id) => facts.isZone(id) === at && (facts.beside.get(place) ?? []).includes(id) && free(id))
  if (!back.length) return []
  const names = at ? `zone ${back.map((id) => id.slice(2)).join(' or ')}` : listed(back.map((id) => facts.name(id))).replace(' and ', ' or ')
  return [{ icon: 'undo', text: `${sideDoes(view.active, 'may', 'may')} retreat to ${names} after each round.`, clause: at ? '8.8.2' : '8.8.3' }]
}

// -- a raid -----------------------------------------------------------------------------------------------------

function raidAfter(place: string, view: WarView, facts: Facts): Aftermath {
  const holder = view.control[place]
  const land = facts.lands.get(place)!
  if (!holder || holder === 'china') return { won: [{ icon: 'shield', text: `A raid on ${land.name} costs China nothing.`, clause: '8.11.5' }], lost: [], meanwhile: [] }
  const won: AftermathLine[] = [{ icon: 'chart', text: `Each surviving bomber rolls a die: ${ECONOMY_NAMES[holder]} pays the sum, at most the ${view.ipc[holder]} IPC that it has.`, clause: '8.11.2' }]
  if (holder === 'japan') won.push({ icon: 'chart', text: 'Japan loses a point for every full ten IPC that it pays.', clause: '8.11.4' })
  return { won, lost: [], meanwhile: [] }
}

/** The total number of lines. */
export const linesOf = (after: Aftermath | null): number => (after ? sum({ won: after.won.length, lost: after.lost.length, meanwhile: after.meanwhile.length }) : 0)
