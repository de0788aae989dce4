import type { VisibleEvent } from '../../app/api'
import { inOrder, sideAdjective, sideName, type Side } from '../../board/sides'
import { counted, listed } from '../../lib/text'
import { WORDS } from './catalogue'
import type { Combat, CombatKind } from './combats'
import { isRolled, shipsOf, sideOfShip, weightOf } from './combats'
import { isHex } from './grid'
import { diceOf } from './play_log'
import { capital, forceShort, isForce, plain, turnName, waveName, type Facts } from './play_view'

/** A battle in words and figures: its row in the table, and its report. */

export interface CombatRow {
  combat: Combat
  /** "Midway, F1234" */
  where: string
  /** "Air strike, Japan" */
  kind: string
  /** "12 to 7", "2 ships attacked with strength 24" */
  strength: string
  /** the chance of the attacker that a ship was damaged, a hit scored or the hex cleared */
  chance: number | null
  result: string
  /** the pips of the viewer's dice above their average, minus those of the enemy; null without dice */
  luck: number | null
  weight: number
}

const numberOf = (event: VisibleEvent, field: string): number => Number(event[field] ?? 0)
const sumOf = (events: readonly VisibleEvent[], field: string): number => events.reduce((sum, event) => sum + numberOf(event, field), 0)
export const eventsNamed = ({ events }: Pick<Combat, 'events'>, ...names: string[]): VisibleEvent[] => events.filter(({ event }) => names.includes(event))

// -- words -----------------------------------------------------------------------------------------------

const KINDS: Readonly<Record<CombatKind, string>> = { air: 'Air strike', sea: 'Surface battle', submarines: 'Submarines', bombardment: 'Bombardment', ground: 'Attack on land', landing: 'Landing', links: 'Merchant shipping' }
/** 31.1 An attack on a place, not on ships. */
const onPlace = (combat: Combat): boolean => combat.kind === 'air' && eventsNamed(combat, 'raided').some(({ target }) => target !== 'ships' && target !== 'force')
export const kindText = (combat: Combat): string => (onPlace(combat) ? 'Air raid' : KINDS[combat.kind])

export function whereText({ at, events }: Combat, facts: Facts): string {
  if (at && isHex(at)) return facts.hexText(at)
  const there = events.map((event) => event['at']).find((hex): hex is string => typeof hex === 'string' && isHex(hex))
  return there ? facts.hexText(there) : at ? `Link ${at.split('_').at(-1)}` : 'At sea'
}

/** "Allied Wave 2 strikes TF 23 at Midway, F1234". */
export function titleOf(combat: Combat, facts: Facts): string {
  const { attacker, wave, events } = combat
  const who = [attacker ? sideAdjective(attacker) : '', wave ? waveName(wave, facts) : ''].filter(Boolean).join(' ')
  const force = events.map((event) => event['force']).find((id): id is string => typeof id === 'string' && isForce(id))
  return `${kindText(combat)}${who ? `, ${who}` : ''}${force && combat.kind !== 'sea' ? `, at ${forceShort(force)}` : ''}: ${whereText(combat, facts)}`
}

/** "4 Zeke, trained, and 2 Kate, carrier, from Akagi". */
export function sentText({ sent }: Combat, facts: Facts): string {
  const bases = [...new Set(sent.map(({ base }) => base))]
  return bases.map((base) => `${listed(sent.filter((one) => one.base === base).map(({ stack, points, role }) => `${points} ${facts.stackName(stack).split(',')[0]!} (${plain(role)})`))} from ${facts.baseName(base)}`).join('; ')
}

/** Names with their number if there are too many to name: "Akagi and Kaga", "4 ships". */
const NAMED = 2
const namesOf = (ships: readonly string[], facts: Facts): string => (ships.length > NAMED ? counted(ships.length, 'ship') : listed(ships.map((ship) => facts.shipName(ship))))

/** The outcome of a battle in a few words, the same in every list. */
export function resultOf(combat: Combat, facts: Facts): string {
  const sunk = eventsNamed(combat, 'ship_sunk').map(({ ship }) => String(ship))
  const hurt = [...new Set(eventsNamed(combat, 'ship_hit').filter((event) => numberOf(event, 'levels')).map(({ ship }) => String(ship)))].filter((ship) => !sunk.includes(ship))
  const [ground] = eventsNamed(combat, 'ground_battle')
  const hits = sumOf(eventsNamed(combat, 'bombed', 'bombarded', 'strafed'), 'hits')
  const levels = sumOf(eventsNamed(combat, 'link_attacked', 'link_suffered', 'link_struck'), 'levels')
  const hunted = sumOf(eventsNamed(combat, 'asw'), 'lost')
  const shot = eventsNamed(combat, 'air_combat', 'flak').reduce((sum, event) => sum + (Array.isArray(event['lost']) ? (event['lost'] as number[]).slice(1).reduce((n, one) => n + one, 0) : numberOf(event, 'lost')), 0)
  const patrol = eventsNamed(combat, 'air_combat').reduce((sum, event) => sum + ((event['lost'] as number[] | undefined)?.[0] ?? 0), 0)
  const units = eventsNamed(combat, 'unit_lost').length
  const [taken] = eventsNamed(combat, 'captured')
  const landed = eventsNamed(combat, 'landed').length
  const parts = [
    sunk.length ? `${namesOf(sunk, facts)} sunk` : '', hurt.length ? `${namesOf(hurt, facts)} damaged` : '',
    ground ? plain(ground.text.replace(/^.*?: /, '').replace(/\.$/, '')) : '',
    hits ? counted(hits, 'hit') : '', levels ? `${counted(levels, 'level')} of shipping lost` : '', hunted ? `${counted(hunted, 'Sub Point')} lost` : '',
    shot ? `${counted(shot, 'attacking point')} lost` : '', patrol ? `${counted(patrol, 'point')} of the patrol lost` : '', units ? `${counted(units, 'ground unit')} lost` : '',
    landed ? `${counted(landed, 'unit')} ashore` : '', eventsNamed(combat, 'landing_barred').length ? 'no landing' : '', taken ? `${sideName(taken['side'] as Side)} takes the place` : '',
  ].filter(Boolean)
  if (parts.length) return capital(parts.join(', '))
  if (eventsNamed(combat, 'not_found').length) return 'The force was not found'
  if (eventsNamed(combat, 'dummy_removed').length) return 'It was a dummy'
  return combat.kind === 'sea' && !eventsNamed(combat, 'battle').length ? 'No battle' : 'No effect'
}

function strengthOf(combat: Combat): string {
  const [ground] = eventsNamed(combat, 'ground_battle')
  if (ground) return `${String(ground['attacker'])} to ${String(ground['defender'])}`
  if (combat.kind === 'sea') {
    const ships = shipsOf(combat)
    return inOrder(new Set(ships.map(sideOfShip))).map((side) => `${sideName(side)} ${counted(ships.filter((ship) => sideOfShip(ship) === side).length, 'ship')}`).join(', ')
  }
  const boats = sumOf(eventsNamed(combat, 'sub_attack', 'link_attacked'), 'points')
  if (boats) return counted(boats, 'Sub Point')
  const landed = eventsNamed(combat, 'landed').length
  if (landed) return counted(landed, 'unit')
  const fire = sumOf(eventsNamed(combat, 'bombed', 'bombarded', 'strafed', 'link_struck', 'boats_struck', 'ship_hit'), 'strength')
  const targets = new Set(eventsNamed(combat, 'ship_hit').map(({ ship }) => ship)).size
  const sent = combat.sent.reduce((sum, { points }) => sum + points, 0)
  return [sent ? counted(sent, 'point') : '', fire ? `strength ${fire}` : '', targets ? `at ${counted(targets, 'ship')}` : ''].filter(Boolean).join(', ')
}

// -- chances ---------------------------------------------------------------------------------------------

const FACES = [1, 2, 3, 4, 5, 6]
const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
const share = (faces: readonly unknown[]): number => faces.filter(Boolean).length / FACES.length

/** 12.1 The damage levels that each die gives for Damage Points against a Defence. */
function levelsFor(points: number, defence: number, { levels }: Facts['combat']): readonly number[] {
  const row = levels.findLast(([numerator, denominator]) => points * denominator! >= numerator! * defence)
  return row?.slice(2) ?? []
}

/** 11.5, 12.1 The chance that an attack damaged its ship; loaded decks (12.4) are not known here. */
export function chanceOfDamage(event: VisibleEvent, facts: Facts): number | null {
  const ship = facts.ships.get(String(event['ship']))
  const { damage } = facts.combat
  const dice = event['dice'] as readonly number[] | undefined
  if (!ship || !damage.length || !dice?.length) return null
  const [strength, added] = [numberOf(event, 'strength'), numberOf(event, 'added')]
  if (event['weapon'] === 'strafing') return share(levelsFor(strength, ship.defence, facts.combat))
  const full = (die: number): number => Math.floor((strength * damage[within(die + added, 0, damage.length - 1)]! + 5) / 10)
  // 11.5 Light shells, and bombs against armour, count half.
  const halved = numberOf(event, 'points') < full(dice[0]!)
  return FACES.reduce((sum, die) => sum + share(levelsFor(halved ? Math.ceil(full(die) / 2) : full(die), ship.defence, facts.combat)), 0) / FACES.length
}

/** 24.3, 24.5, 24.9 The chance that the defender left the hex or was eliminated. */
function chanceOnLand(event: VisibleEvent, { combat }: Facts): number | null {
  if (event['die'] === 0) return 1
  const column = combat.ground[numberOf(event, 'column')]
  return column ? (column[1] * Number(!/entrench/i.test(event.text)) + column[2]) / FACES.length : null
}

/** 17.1, 31.1, 13.8 The chance of a hit on a target ashore, or that a hunt costs the submarines points. */
function chanceOfHit(event: VisibleEvent, rows: Facts['combat']['bombardment']): number | null {
  const strength = numberOf(event, 'strength')
  const first = rows.findIndex(([high]) => strength <= high!)
  const row = rows[Math.min((first < 0 ? rows.length - 1 : first) + numberOf(event, 'row'), rows.length - 1)]
  return strength && row ? share(FACES.map((die) => row[within(die + numberOf(event, 'added'), 1, FACES.length)])) : null
}

/** The chance of one event of a battle; null without dice for it. */
function chanceOfEvent(event: VisibleEvent, facts: Facts): number | null {
  switch (event.event) {
    case 'ship_hit': return event['weapon'] === 'coastal_guns' ? null : chanceOfDamage(event, facts)
    case 'ground_battle': return chanceOnLand(event, facts)
    case 'bombed': case 'bombarded': return chanceOfHit(event, facts.combat.bombardment)
    default: return null
  }
}

/**
 * The attacker's chance of damaging a ship, scoring a hit or clearing the hex; in a surface battle, the viewer's
 * chance of damaging an enemy ship; if only submarines were hunted, the chance that they lost points.
 */
export function chanceOf(combat: Combat, facts: Facts, viewer: Side | null = null): number | null {
  const { events, kind } = combat
  const ours = kind === 'sea' ? events.filter(({ ship }) => typeof ship === 'string' && sideOfShip(ship) !== (viewer ?? 'japan')) : events
  const found = (all: readonly VisibleEvent[], of: (event: VisibleEvent) => number | null): number[] => all.map(of).filter((chance) => chance !== null)
  const attacks = found(ours, (event) => chanceOfEvent(event, facts))
  const each = attacks.length || kind !== 'submarines' ? attacks : found(events, (event) => (event.event === 'asw' ? chanceOfHit(event, facts.combat.hunt) : null))
  return each.length ? 1 - each.reduce((none, chance) => none * (1 - chance), 1) : null
}

// -- luck ------------------------------------------------------------------------------------------------

const AVERAGE = 3.5
/** The dice of an event on which high numbers help one side, and that side: later dice draw what is lost. */
function thrownFor(event: VisibleEvent, { attacker }: Combat): readonly [Side, readonly number[]] | null {
  const dice = (diceOf(event) ?? []).map(({ value }) => value)
  const ship = typeof event['ship'] === 'string' ? sideOfShip(event['ship']) : null
  const enemy = (side: Side): Side => (side === 'japan' ? 'allies' : 'japan')
  switch (event.event) {
    case 'ship_hit': return ship ? [enemy(ship), dice.slice(0, event['weapon'] === 'strafing' ? 1 : 2)] : null
    case 'flak': return attacker ? [enemy(attacker), dice.slice(0, 1)] : null
    case 'asw': return attacker ? [enemy(attacker), dice] : null
    case 'bombed': case 'bombarded': case 'ground_battle': case 'link_struck': case 'boats_struck': return attacker ? [attacker, dice] : null
    default: return null
  }
}

/** The pips of one side's dice above their average, minus those of the enemy. */
export function luckOf(combat: Combat, side: Side): number | null {
  const all = combat.events.flatMap((event) => {
    const thrown = thrownFor(event, combat)
    return thrown?.[1].length ? [thrown[1].reduce((sum, die) => sum + die - AVERAGE, 0) * (thrown[0] === side ? 1 : -1)] : []
  })
  return all.length ? all.reduce((sum, one) => sum + one, 0) : null
}
export const luckText = (luck: number | null): string => (luck === null ? '' : luck === 0 ? '0' : `${luck > 0 ? '+' : '−'}${Math.abs(luck)}`)
export const percentText = (chance: number | null): string => (chance === null ? '' : chance > 0 && chance < 0.005 ? '< 1 %' : chance < 1 && chance > 0.995 ? '> 99 %' : `${Math.round(100 * chance)} %`)

/** The rows of the given battles, the most important first; if the viewer has no side, the luck is the attacker's. */
export function rowsOf(combats: readonly Combat[], facts: Facts, viewer: Side | null): CombatRow[] {
  return combats.map((combat): CombatRow => ({
    combat, where: whereText(combat, facts), kind: [kindText(combat), combat.attacker && sideName(combat.attacker)].filter(Boolean).join(', '), strength: strengthOf(combat), chance: chanceOf(combat, facts, viewer), result: resultOf(combat, facts),
    luck: luckOf(combat, viewer ?? combat.attacker ?? 'japan'), weight: weightOf(combat, facts),
  })).toSorted((a, b) => b.weight - a.weight)
}

// -- the report ------------------------------------------------------------------------------------------

/** A step of a battle other than its dice at ships: the title of a roll, the event, the dice. */
export interface ReportStep {
  title: string
  text: string
  dice: readonly number[]
}

export interface ReportTarget {
  id: string
  name: string
  type: string
  /** one for each attack on the ship: the weapon, the dice, the effect */
  attacks: readonly { by: string; chance: number | null; dice: readonly number[]; result: string }[]
  now: string
}

/** Events that the table of ships shows, or that add nothing to their neighbours. */
const ELSEWHERE: ReadonlySet<string> = new Set(['ship_hit', 'ship_sunk', 'aimed', 'sighted', 'battle_over', 'losses_carried'])
/** Dice of a draw among ships or points are not shown as dice of six faces. */
const shownDice = (event: VisibleEvent): readonly number[] => (event.event === 'air_combat' || event.event === 'flak' ? [] : (diceOf(event) ?? []).map(({ value }) => value))

/** The steps of a battle in their order, in the words of the log; rolls have their titles. */
export function stepsOf(combat: Combat, facts: Facts): ReportStep[] {
  const sent = sentText(combat, facts)
  const first = sent ? [{ title: 'Sent', text: `${sent}.`, dice: [] }] : []
  return [...first, ...combat.events.flatMap((event) => (ELSEWHERE.has(event.event) ? [] : [{ title: WORDS.roll(event.event)?.title ?? '', text: event.text, dice: shownDice(event) }]))]
}

const after = (event: VisibleEvent | undefined, sunk: boolean): string => (sunk ? 'sunk' : event && numberOf(event, 'level') ? `damage level ${numberOf(event, 'level')}` : 'unharmed')

/** The ships that were attacked, one by one, with all attacks on each. */
export function targetsOf(combat: Combat, facts: Facts): ReportTarget[] {
  const aims = eventsNamed(combat, 'aimed')
  const hits = eventsNamed(combat, 'ship_hit')
  const lost = new Set(eventsNamed(combat, 'ship_sunk').map(({ ship }) => ship))
  return [...new Set(hits.map(({ ship }) => String(ship)))].map((ship) => {
    const own = hits.filter((event) => event['ship'] === ship)
    const at = aims.filter((event) => event['ship'] === ship).map((event) => `${String(event['points'])} ${facts.stackName(String(event['stack'])).split(',')[0]!}`)
    return {
      id: ship, name: facts.shipName(ship), type: facts.ships.get(ship)?.type ?? '',
      attacks: own.map((event, n) => ({
        by: `${capital(plain(String(event['weapon'])))}, strength ${numberOf(event, 'strength')}${n === 0 && at.length ? ` (${at.join(', ')})` : ''}`, chance: chanceOfDamage(event, facts),
        dice: (event['dice'] as readonly number[] | undefined) ?? [], result: hitText(event),
      })),
      now: after(own.at(-1), lost.has(ship)),
    }
  })
}

/** "7 Damage Points, down 2 levels; critical hit: slower": the end of the sentence of the log. */
const hitText = (event: VisibleEvent): string => event.text.replace(/^.*?: /, '').replace(/\.$/, '')

/** The battles of a log by Game-Turn, the latest first; those without dice or finds are left out. */
export function byTurn(combats: readonly Combat[]): { turn: string; combats: readonly Combat[] }[] {
  const fought = combats.filter((combat) => isRolled(combat) || combat.kind === 'landing')
  return [...new Set(fought.map(({ turn }) => turn))].toReversed().map((turn) => ({ turn: turn === null ? 'Before the first Game-Turn' : `Game-Turn ${turnName(turn)}`, combats: fought.filter((one) => one.turn === turn) }))
}
