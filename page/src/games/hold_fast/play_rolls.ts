import type { LogEntry, VisibleEvent } from '../../app/api'
import { splitBattles } from '../../app/playback_steps'
import { tableRoll, byTarget, effectsOf, type RollRow, type SideRolls, type RolledDie, type Rolls } from '../../app/rolls'
import type { Side } from '../sides'
import { shotDice } from './play_log'
import { listed } from '../../lib/text'
import { counted, SIDES, sideOf, type Facts } from './play_view'
import { lossWord, shortName } from './unit_text'

const NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }
const EFFECTS: ReadonlySet<string> = new Set(['sunk', 'disabled_home', 'way_chosen', 'garrison_lost', 'base_taken', 'base_held'])
const GARRISON = 6 // 3.5.1 the number that hits a control marker
const SHOTS: ReadonlySet<string> = new Set(['fired', 'land_fired'])

/** The side of a shot; a garrison is of the side that it does not fire at. */
function firing(event: VisibleEvent): Side {
  const [unit, target] = [String(event['unit']), String(event['target'])]
  if (unit !== 'garrison') return sideOf(unit)
  return target !== 'garrison' && sideOf(target) === 'japan' ? 'allies' : 'japan'
}

const GONE = /sunk|destroyed/

/** 3.0.3, 8.1.4 The dice of one unit at one target. */
function shot(event: VisibleEvent, k: number, facts: Facts): RollRow {
  const [unit, target] = [String(event['unit']), String(event['target'])]
  const sea = event.event === 'fired'
  const hits = Number(event['hits'])
  const result = [hits ? counted(hits, 'hit') : event['disabled'] ? '' : 'no hit', event['disabled'] ? 'disabled' : '', sea && Number(event['strength']) === 0 ? lossWord(facts.units.get(target)) : ''].filter(Boolean).join(', ')
  return {
    id: `${k} ${unit} ${target}`, attacker: facts.name(unit), target: facts.name(target), unit, targetId: target, brief: briefOf(hits, !!event['disabled']), needs: needsOf(target, sea, facts),
    dice: shotDice(event) as RolledDie[], result,
  }
}

const briefOf = (hits: number, disabled: boolean): string => [hits || '', disabled ? 'D' : ''].filter(Boolean).join(' ')

/** The fire of several units at one target. */
function together(own: readonly RollRow[]): string {
  const hits = hitsIn(own)
  const ends = ['disabled', 'sunk', 'destroyed'].filter((end) => own.some(({ result }) => result.includes(end)))
  return [hits ? counted(hits, 'hit') : ends.length ? '' : 'no hit', ...ends].filter(Boolean).join(', ')
}

const hitsIn = (rows: readonly RollRow[]): number => rows.reduce((n, { dice }) => n + dice.filter((one) => one.role === 'hit').length, 0)

/** The fire in the given events, in the order of firing. */
export function firesOf(events: readonly VisibleEvent[], what: string, facts: Facts): SideRolls[] {
  const shots = events.filter((event) => SHOTS.has(event.event))
  return [...new Set(shots.map(firing))].map((side) => {
    const rows = shots.filter((event) => firing(event) === side).map((event, k) => shot(event, k, facts))
    const hits = hitsIn(rows)
    return { side, sideName: NAMES[side], title: `${what}, ${counted(rows.length, 'unit')}: ${hits ? counted(hits, 'hit') : 'no hit'}`, rows, byTarget: byTarget(rows, together) }
  })
}

const needsOf = (target: string, sea: boolean, facts: Facts): string => {
  const hitOn = facts.units.get(target)?.hit_on ?? GARRISON
  return `hits on ${hitOn < 6 ? `${hitOn} to 6` : '6'}${sea ? ', disables on 1' : ''}`
}

/** The dice that are aimed but not rolled, unit by unit, and those without a target. */
export function aimedDice(aims: readonly { unit: string; target: string }[], waiting: readonly string[], facts: Facts): SideRolls[] {
  const named = new Set(aims.map(({ unit }) => unit))
  // In the order of firing, so that no row moves from the first target to the last die.
  const order = new Map([...facts.units.keys()].map((id, place) => [id, place]))
  const at = (unit: string): number => order.get(unit) ?? order.size
  const all = [...aims, ...waiting.filter((id) => !named.has(id)).map((unit) => ({ unit, target: '' }))].sort((a, b) => at(a.unit) - at(b.unit))
  return SIDES.flatMap((side) => {
    const own = all.filter(({ unit, target }) => firing({ event: '', text: '', clause: '', unit, target: target || (unit === 'garrison' ? 'garrison' : unit) }) === side)
    const rows = own.map(({ unit, target }): RollRow => {
      const dice = facts.units.get(unit)?.dice ?? 1
      const whom = target ? { target: facts.name(target), targetId: target, needs: needsOf(target, true, facts) } : { noTargetText: 'no target yet' }
      return { id: unit, attacker: facts.name(unit), unit, ...whom, dice: Array.from({ length: dice }, () => ({ value: 0 })), result: counted(dice, 'die', 'dice'), brief: '' }
    })
    return rows.length ? [{ side, sideName: NAMES[side], title: '', rows, byTarget: byTarget(rows, () => '') }] : []
  })
}

/**
 * 8.0.1 The battles of an act: where one was fought without a question, the next began at once; so did landings at
 * several bases.
 */
export function battles(events: readonly VisibleEvent[]): VisibleEvent[][] {
  let base: unknown
  const opens = ({ event, place }: VisibleEvent): boolean => {
    const elsewhere = event === 'landing' && base !== undefined && place !== base
    if (event === 'landing') base = place
    return event === 'combat_opened' || elsewhere
  }
  return splitBattles(events, opens, ({ event }) => SHOTS.has(event) || event === 'way_rolled')
}

/** All dice of an entry. */
export function rolls(entry: LogEntry, facts: Facts): Rolls | null {
  const events = entry.events ?? []
  const sides = firesOf(events, 'fired', facts)
  const ways = events.filter((event) => event.event === 'way_rolled')
  const raids = events.filter((event) => event.event === 'raided').map((event): RollRow => ({
    id: `raid ${String(event['port'])}`, attacker: 'Air raid', target: facts.name(String(event['port'])), dice: shotDice(event) as RolledDie[],
    result: Number(event['hits']) ? counted(Number(event['hits']), 'hit') : 'no hit',
  }))
  const table = [...ways.map((event, k) => tableRoll(event, k ? 'Air or surface, rolled again' : 'Air or surface', SIDES.map((side) => [Number(event[side]), NAMES[side]] as const), k > 0)), ...raids]
  if (table.length) sides.push({ sideName: table[0]!.attacker, title: '', rows: table.map((row, k) => ({ ...row, id: `${k} ${row.id}` })) })
  const n = sides.reduce((all, { rows }) => all + rows.reduce((m, { dice }) => m + dice.filter((die) => !die.followUp).length, 0), 0)
  return n ? { what: counted(n, 'die', 'dice'), sides, effects: effectsOf(entry, EFFECTS), outcome: table.length ? undefined : outcomeOf(sides, events, facts) } : null
}

const LINE = 56 // length of a sentence for which the prompt has a line (FRAME2, rule 56)

/** "5 hits: Ryujo sunk, Akagi disabled." */
function outcomeOf(by: readonly SideRolls[], events: readonly VisibleEvent[], facts: Facts): string {
  const rows = by.flatMap((one) => one.rows)
  const hits = hitsIn(rows)
  const first = hits ? counted(hits, 'hit') : 'No hit'
  const covered = new Set<string>()
  const lost = [...events.filter((event) => event.event === 'sunk').map((event) => String(event['unit'])), ...rows.filter(({ result }) => GONE.test(result)).map(({ targetId: at }) => at!)]
  const [sunk, destroyed] = (['sunk', 'destroyed'] as const).map((word) => lost.filter((id) => lossWord(facts.units.get(id)) === word)) as [string[], string[]]
  const disabled = rows.filter(({ result }) => result.includes('disabled')).map(({ targetId: at }) => at!)
  const hit = rows.filter(({ dice }) => dice.some((die) => die.role === 'hit')).map(({ targetId: at }) => at!)
  const groups = ([['sunk', sunk], ['destroyed', destroyed], ['disabled', disabled], ['hit', hit]] as const).flatMap(([what, ids]) => {
    const own = [...new Set(ids)].filter((id) => !covered.has(id))
    own.forEach((id) => covered.add(id))
    return own.length ? [[what, own] as const] : []
  })
  if (!groups.length) return `${first}.`
  const named = `${first}: ${groups.map(([what, ids]) => `${listed(ids.map((id) => shortName(facts.name(id))))} ${what}`).join(', ')}.`
  return named.length <= LINE ? named : `${first}: ${groups.map(([what, ids]) => `${ids.length} ${what}`).join(', ')}.`
}
