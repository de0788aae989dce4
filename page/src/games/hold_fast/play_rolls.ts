import type { LogEntry, ToldEvent } from '../../app/api'
import { atTable, effectsOf, type Rolled, type RolledBy, type RolledDie, type Rolls } from '../../app/rolls'
import type { Side } from '../sides'
import { shotDice } from './play_log'
import { counted, SIDES, sideOf, type Facts } from './play_view'

const NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }
const EFFECTS: ReadonlySet<string> = new Set(['sunk', 'disabled_home', 'way_chosen', 'garrison_lost', 'base_taken', 'base_held'])
const GARRISON = 6 // 3.5.1 what hits one
const SHOTS: ReadonlySet<string> = new Set(['fired', 'land_fired'])

/** The side of a shot; a garrison is of the side that it does not fire at. */
function firing(event: ToldEvent): Side {
  const [unit, target] = [String(event['unit']), String(event['target'])]
  if (unit !== 'garrison') return sideOf(unit)
  return target !== 'garrison' && sideOf(target) === 'japan' ? 'allies' : 'japan'
}

/** 3.0.3, 8.1.4 The dice of one unit at one target. */
function shot(event: ToldEvent, k: number, facts: Facts): Rolled {
  const [unit, target] = [String(event['unit']), String(event['target'])]
  const sea = event.event === 'fired'
  const hits = Number(event['hits'])
  const result = [hits ? counted(hits, 'hit') : event['disabled'] ? '' : 'no hit', event['disabled'] ? 'disabled' : '', sea && Number(event['strength']) === 0 ? 'sunk' : ''].filter(Boolean).join(', ')
  return {
    id: `${k} ${unit} ${target}`, attacker: facts.name(unit), target: facts.name(target), needs: needsOf(target, sea, facts),
    dice: shotDice(event) as RolledDie[], result,
  }
}

const hitsIn = (rows: readonly Rolled[]): number => rows.reduce((n, { dice }) => n + dice.filter((one) => one.role === 'hit').length, 0)

/** The fire in some events, in the order of firing. */
export function firesOf(events: readonly ToldEvent[], what: string, facts: Facts): RolledBy[] {
  const shots = events.filter((event) => SHOTS.has(event.event))
  return [...new Set(shots.map(firing))].map((side) => {
    const rows = shots.filter((event) => firing(event) === side).map((event, k) => shot(event, k, facts))
    const hits = hitsIn(rows)
    return { side, sideName: NAMES[side], title: `${what}, ${counted(rows.length, 'unit')}: ${hits ? counted(hits, 'hit') : 'no hit'}`, rows }
  })
}

const needsOf = (target: string, sea: boolean, facts: Facts): string => {
  const hitOn = facts.units.get(target)?.hit_on ?? GARRISON
  return `hits on ${hitOn < 6 ? `${hitOn} to 6` : '6'}${sea ? ', disables on 1' : ''}`
}

/** The dice that are aimed and not yet rolled, unit by unit. */
export function aimed(aims: readonly { unit: string; target: string }[], facts: Facts): RolledBy[] {
  return SIDES.flatMap((side) => {
    const own = aims.filter(({ unit, target }) => firing({ event: '', text: '', clause: '', unit, target }) === side)
    const rows = own.map(({ unit, target }): Rolled => ({
      id: unit, attacker: facts.name(unit), target: facts.name(target), needs: needsOf(target, true, facts),
      dice: Array.from({ length: facts.units.get(unit)?.dice ?? 1 }, () => ({ value: 0 })), result: '',
    }))
    return rows.length ? [{ side, sideName: NAMES[side], title: '', rows }] : []
  })
}

/** All dice of an entry. */
export function rolls(entry: LogEntry, facts: Facts): Rolls | null {
  const events = entry.events ?? []
  const by = firesOf(events, 'fired', facts)
  const ways = events.filter((event) => event.event === 'way_rolled')
  const raids = events.filter((event) => event.event === 'raided').map((event): Rolled => ({
    id: `raid ${String(event['port'])}`, attacker: 'Air raid', target: facts.name(String(event['port'])), dice: shotDice(event) as RolledDie[],
    result: Number(event['hits']) ? counted(Number(event['hits']), 'hit') : 'no hit',
  }))
  const table = [...ways.map((event, k) => atTable(event, k ? 'Air or surface, rolled again' : 'Air or surface', SIDES.map((side) => [Number(event[side]), NAMES[side]] as const), k > 0)), ...raids]
  if (table.length) by.push({ sideName: table[0]!.attacker, title: '', rows: table.map((row, k) => ({ ...row, id: `${k} ${row.id}` })) })
  const n = by.reduce((all, { rows }) => all + rows.reduce((m, { dice }) => m + dice.filter((die) => !die.after).length, 0), 0)
  return n ? { what: counted(n, 'die', 'dice'), by, effects: effectsOf(entry, EFFECTS) } : null
}
