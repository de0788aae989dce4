import type { LogEntry, VisibleEvent } from '../../app/api'
import { tableRoll, byTarget, effectsOf, type RollRow, type SideRolls, type RolledDie, type Rolls } from '../../app/rolls'
import { listed } from '../../lib/text'
import { shotDice } from './play_log'
import { shortName } from './unit_text'
import { isDay, shotsOf, type AimView } from './play_shots'
import { ADJECTIVE, counted, SIDES, type Facts, type VitpView } from './play_view'

const NAMES = { japan: 'Japan', allies: 'Allies' } as const
const EFFECTS: ReadonlySet<string> = new Set(['lost', 'was_disabled', 'bottomed', 'captured', 'outrun', 'action_settled', 'force_sighted', 'airstrike_hit'])
const SHOTS: ReadonlySet<string> = new Set(['fired', 'airstrike_hit', 'torpedoed', 'island_fired'])

/** The reason for the dice of a night action (`Roll.GUNNERY` of the game). */
export const GUNNERY = 'gunnery'

/** Maximum hits of one unit for which a tray reserves damage dice before the roll. */
const DAMAGE_DICE = 2

const numbers = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : [])

/**
 * 7.52, 7.53 The lowest die that hits: with the bonus one less; only a 6 hits an air unit, and no ship is disabled
 * in port.
 */
function needsOf(bonus: boolean, atAir: boolean): string {
  if (atAir) return 'hits on 6'
  return bonus ? 'hits on 5 or 6, disables on 4' : 'hits on 6, disables on 5'
}

/** Whether a unit fires with the bonus: by day its airstrike, by night its guns; more hits than sixes prove it. */
function hasBonus(event: VisibleEvent, day: boolean, facts: Facts): boolean {
  if (numbers(event['hits']).length > numbers(event['dice']).filter((die) => die === 6).length) return true
  if (numbers(event['dice']).includes(5) && numbers(event['hits']).length < numbers(event['dice']).filter((die) => die >= 5).length) return false
  const unit = facts.units.get(String(event['unit']))
  return !!unit && (day ? unit.airstrike_bonus : unit.gunnery_bonus)
}

const damageDice = (dice: readonly number[]): RolledDie[] => dice.map((value) => ({ value, role: 'plain', label: `damage ${value}`, followUp: true }))

/** The damage dice are shown beside it: the sum is enough. */
function resultOf(damage: number, disabled: boolean): Pick<RollRow, 'result' | 'brief'> {
  const result = damage && disabled ? `${damage}, disabled` : damage ? `${damage} damage` : disabled ? 'disabled' : 'no effect'
  return { result, brief: [damage || '', disabled ? 'D' : ''].filter(Boolean).join(' ') }
}

const total = (values: readonly number[]): number => values.reduce((n, one) => n + one, 0)
const DISABLED = /disabled$/

/** The fire of several units at one target. */
const together = (own: readonly RollRow[]): string =>
  resultOf(own.reduce((n, { dice }) => n + total(dice.filter((die) => die.followUp).map(({ value }) => value)), 0), own.some(({ result }) => DISABLED.test(result))).result

/** The counter of the submarine that strikes. */
const submarineOf = (event: VisibleEvent, facts: Facts): string | undefined => [...facts.units.values()].find(({ kind, side }) => kind === 'submarine' && side === event['side'])?.id

/** 7.51, 16.2 The shots of one unit. */
function shots(event: VisibleEvent, day: boolean, facts: Facts): RollRow {
  const target = String(event['target'])
  const atAir = facts.units.get(target)?.kind === 'lba'
  if (event.event === 'torpedoed') {
    const hits = numbers(event['damage_dice'])
    const role = hits.length ? 'hit' : event['disabled'] ? 'disables' : 'miss'
    const who = ADJECTIVE[event['side'] === 'japan' ? 'japan' : 'allies']
    return { id: `torpedo ${target}`, attacker: `${who} submarine`, target: facts.name(target), unit: submarineOf(event, facts), targetId: target, needs: needsOf(true, atAir), dice: [{ value: Number(event['die']), role }, ...damageDice(hits)], ...resultOf(total(hits), !!event['disabled']) }
  }
  const unit = String(event['unit'])
  const named = { id: `${unit} ${target}`, attacker: facts.name(unit), target: facts.name(target), unit, targetId: target }
  if (event.event === 'island_fired') {
    const hits = Number(event['hits'])
    return { ...named, needs: 'hits on 6', dice: numbers(event['dice']).map((value): RolledDie => ({ value, role: value === 6 ? 'hit' : 'miss' })), result: hits ? counted(hits, 'hit') : 'no hit' }
  }
  const hits = numbers(event['hits'])
  return { ...named, needs: needsOf(hasBonus(event, day, facts), atAir), dice: [...(shotDice(event) as RolledDie[]), ...damageDice(hits)], ...resultOf(total(hits), !!event['disabled']) }
}

/** 6.4, 7.32, 18.32, 20.4 Rolls that belong to no unit. */
function tabled(event: VisibleEvent, facts: Facts): RollRow[] {
  const die = Number(event['die'] ?? 0)
  switch (event.event) {
    case 'speed_rolled': {
      const speed = Number(event['speed'])
      if (!die) return []
      const result = event['passes'] ? `reaches ${facts.within(String(event['area']))}` : event['patrols'] ? 'fails, so it raids there' : 'fails'
      return [{ id: String(event['unit']), attacker: facts.name(String(event['unit'])), target: facts.name(String(event['area'])), needs: speed > 2 ? `needs 1–${speed - 1}` : 'needs 1', dice: [{ value: die, role: event['passes'] ? 'hit' : 'miss' }], result }]
    }
    case 'action_rolled':
      return [tableRoll(event, 'Day or night', SIDES.map((side) => [Number(event[side]), NAMES[side]] as const))]
    default: {
      const all = Array.isArray(event['die']) ? numbers(event['die']) : die > 0 ? [die] : []
      return all.length ? [tableRoll(event, facts.name(String(event['group'] ?? event['force'] ?? 'table')), all.map((value) => [value, ''] as const))] : []
    }
  }
}

const hitsIn = (rows: readonly RollRow[]): number => rows.reduce((n, { dice }) => n + dice.filter((one) => one.role === 'hit').length, 0)
const shotsIn = (rows: readonly RollRow[]): number => rows.reduce((n, { dice }) => n + dice.filter((one) => !one.followUp).length, 0)

const hitsSaid = (hits: number, disabled: number): string => [hits || !disabled ? (hits ? counted(hits, 'hit') : 'no hit') : '', disabled ? `${disabled} disabled` : ''].filter(Boolean).join(', ')

/** The fire in the given events, side by side. */
export function firesOf(events: readonly VisibleEvent[], day: boolean, facts: Facts): SideRolls[] {
  return SIDES.flatMap((side) => {
    const own = events.filter((event) => SHOTS.has(event.event) && (event['side'] ?? facts.sideOf(String(event['unit']))) === side)
    const rows = own.map((event, k) => ({ ...shots(event, day, facts), id: `${k} ${String(event['unit'] ?? event['target'])}` }))
    return rows.length ? [{ side, sideName: NAMES[side], title: `fired ${counted(shotsIn(rows), 'shot')}: ${hitsSaid(hitsIn(rows), rows.filter((row) => DISABLED.test(row.result)).length)}`, rows, byTarget: byTarget(rows, together), reservedDice: DAMAGE_DICE }] : []
  })
}

/** "all 4 arrive" */
const arriving = (n: number, of: number): string => (n === of ? `${of > 1 ? `all ${of}` : 'it'} ${of > 1 ? 'arrive' : 'arrives'}` : n ? `${n} of ${of} arrive` : 'none arrives')

/** The text before the roll: the units that fire with their dice, or the reason of the roll. */
function rollAnnouncement(events: readonly VisibleEvent[], fire: readonly SideRolls[], table: readonly RollRow[], facts: Facts): string {
  const [first, second] = fire
  const dice = (one: SideRolls): string => counted(shotsIn(one.rows), 'die', 'dice')
  if (first && events.every((event) => event.event === 'torpedoed' || !SHOTS.has(event.event))) return `The ${ADJECTIVE[first.side === 'japan' ? 'japan' : 'allies']} submarine strikes: ${dice(first)}.`
  if (first && second) return `Japan fires ${dice(first)}, the Allies ${shotsIn(second.rows)}.`
  if (first) return `${first.side === 'japan' ? 'Japan fires' : 'The Allies fire'}: ${dice(first)}.`
  if (events.some((event) => event.event === 'speed_rolled')) return table.length === 1 ? '1 ship rolls for speed.' : `${table.length} ships roll for speed.`
  if (events.some((event) => event.event === 'action_rolled')) return 'Roll for day or night.'
  const groups = locatedIn(events, facts).map(({ letter }) => letter)
  return groups.length ? `Roll for the position of ${groupsNamed(groups)}.` : 'Roll to sight the enemy.'
}

interface Located {
  /** "W" */
  letter: string
  /** in a sea area; otherwise it arrives on turn 2 */
  atSea: boolean
}

/** 18.32 The groups whose position is rolled. */
const locatedIn = (events: readonly VisibleEvent[], facts: Facts): Located[] =>
  events.filter((event) => event.event === 'uncertain_rolled').map((event) => ({ letter: facts.name(String(event['group'])).replace(/^Group /i, ''), atSea: !!event['spot'] }))

/** "group W", "groups W and X" */
const groupsNamed = (letters: readonly string[]): string => `${letters.length > 1 ? 'groups' : 'group'} ${listed(letters)}`

/** "Group W is at sea; X, Y and Z arrive on turn 2." */
function positions(groups: readonly Located[]): string | undefined {
  const said = ([[true, 'is at sea', 'are at sea'], [false, 'arrives on turn 2', 'arrive on turn 2']] as const).flatMap(([atSea, one, many]) => {
    const own = groups.filter((group) => group.atSea === atSea).map(({ letter }) => letter)
    return own.length ? [{ own, does: own.length > 1 ? many : one }] : []
  })
  return said.length ? `${said.map(({ own, does }, k) => `${k ? listed(own) : groupsNamed(own).replace(/^g/, 'G')} ${does}`).join('; ')}.` : undefined
}

/** All dice of an entry. */
export function rolls(entry: LogEntry, facts: Facts): Rolls | null {
  const events = entry.events ?? []
  const fire = firesOf(events, entry.dice?.[0]?.[2] !== GUNNERY, facts)
  const table = events.flatMap((event) => (SHOTS.has(event.event) ? [] : tabled(event, facts)))
  if (!fire.length && !table.length) return null
  const speed = events.some((event) => event.event === 'speed_rolled')
  const sides = table.length ? [...fire, { sideName: speed ? 'Speed rolls:' : table[0]!.attacker, title: speed ? arriving(hitsIn(table), table.length) : '', rows: table }] : fire
  const n = shotsIn(sides.flatMap((one) => one.rows))
  return { what: fire.length && !table.length ? counted(n, 'shot') : counted(n, 'die', 'dice'), announcement: rollAnnouncement(events, fire, table, facts), sides, effects: effectsOf(entry, EFFECTS), outcome: fire.length && !table.length ? outcomeOf(fire, events, facts) : positions(locatedIn(events, facts)) }
}

const SINKS = 56 // length of a sentence for which the prompt has a line (FRAME2, rule 56)

/** "9 hits: Nevada sunk, Tennessee and California on the bottom." A die that disables is not a hit: "1 hit; Lexington and Revenge
 * disabled." */
function outcomeOf(fire: readonly SideRolls[], events: readonly VisibleEvent[], facts: Facts): string {
  const rows = fire.flatMap((one) => one.rows)
  const hits = hitsIn(rows)
  const of = (event: string): string[] => [...new Set(events.filter((one) => one.event === event).map((one) => String(one['unit'])))]
  const covered = new Set<string>()
  const inAir = (id: string): boolean => facts.units.get(id)?.kind === 'lba'
  const groups = ([['sunk', of('lost').filter((id) => !inAir(id))], ['destroyed', of('lost').filter(inAir)], ['on the bottom', of('bottomed')], ['disabled', rows.filter(({ result }) => DISABLED.test(result)).map(({ targetId: at }) => at!)], ['damaged', rows.filter(({ dice }) => dice.some((die) => die.role === 'hit')).map(({ targetId: at }) => at!)]] as const)
    .flatMap(([what, ids]) => {
      const own = [...new Set(ids)].filter((id) => !covered.has(id) && facts.units.has(id))
      own.forEach((id) => covered.add(id))
      return own.length ? [[what, own] as const] : []
    })
  const first = hits ? counted(hits, 'hit') : 'No hit'
  if (!groups.length) return `${first}.`
  const start = `${first}${groups.some(([what]) => what === 'disabled') ? ';' : ':'}`
  const named = `${start} ${groups.map(([what, ids]) => `${listed(ids.map((id) => shortName(facts.name(id))))} ${what}`).join(', ')}.`
  return named.length <= SINKS ? named : `${start} ${groups.map(([what, ids]) => `${ids.length} ${what}`).join(', ')}.`
}

/** The shots that are aimed but not rolled, unit by unit, and those without a target. */
export function aimedShots(aims: readonly AimView[], waiting: readonly string[], view: VitpView, facts: Facts): SideRolls[] {
  const day = isDay(view)
  const named = new Set(aims.map(({ unit }) => unit))
  // In the order of firing, so that no row moves from the first target to the last die.
  const order = new Map([...facts.units.keys()].map((id, place) => [id, place]))
  const all = [...aims, ...waiting.filter((id) => !named.has(id)).map((unit) => ({ unit, target: undefined }))].sort((a, b) => order.get(a.unit)! - order.get(b.unit)!)
  return SIDES.flatMap((side) => {
    const rows = all.filter(({ unit }) => facts.sideOf(unit) === side).map(({ unit, target }): RollRow => {
      const { shots, bonus } = shotsOf(unit, day, view, facts)
      const dice = Array.from({ length: shots }, () => ({ value: 0 }))
      const whom = target === undefined ? { noTargetText: 'no target yet' } : { target: facts.name(target), targetId: target }
      return { id: unit, attacker: facts.name(unit), unit, ...whom, needs: needsOf(bonus, facts.units.get(target ?? '')?.kind === 'lba'), dice, result: counted(shots, 'shot'), brief: '' }
    })
    return rows.length ? [{ side, sideName: NAMES[side], title: '', rows, byTarget: byTarget(rows, () => ''), reservedDice: DAMAGE_DICE }] : []
  })
}
