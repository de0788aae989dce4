import type { LogEntry, VisibleEvent } from '../../app/api'
import { validEntries } from '../../app/observation.svelte'
import type { Side } from '../sides'
import type { MatchStore } from '../../app/game'
import type { DiceOnTable } from '../../app/battle_dice'
import type { Highlights } from '../../app/group_selection'
import type { SideRolls } from '../../app/rolls'
import { WORDS } from './catalogue'
import { firesOf } from './play_rolls'
import { ADJECTIVE, counted, frameOf, procedureOf, SIDES, sideOf, topFrame, type Facts, type HoldView } from './play_view'
import type { BlockView, Kind, UnitFacts } from './types'
import { describeBlock, lossWord, shortName } from './unit_text'

/** The units of a side that share a row of the battle board (8.0.2). */
export interface Station {
  name: string
  blocks: readonly BlockView[]
}

export interface BattleSide {
  side: Side
  sideName: string
  note: string
  stations: Station[]
  sunk: readonly string[]
}

export interface Battle {
  title: string
  steps: readonly string[]
  now: number
  /** the choices and rolls for the type of combat of this round */
  facts: string[]
  fire: SideRolls[]
  sides: BattleSide[]
  words: Readonly<Record<string, string>>
  /** a key that identifies the battle */
  battle: string
}

const SIDE_NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }
const ABOUT = new Set(['fired', 'land_fired', 'combat_opened', 'withdrew', 'stayed', 'way_rolled', 'way_chosen', 'landing', 'pursued', 'base_taken', 'base_held'])
const SHOTS = new Set(['fired', 'land_fired'])
const OPENS = new Set(['combat_opened', 'landing'])

/** The log; while the dice of a battle's first fire are pending, with that battle's units, because its board opens before the roll. */
export function shownEntries(store: MatchStore): readonly LogEntry[] {
  const { playback, log } = store
  const entry = playback?.hidesDice ? playback.step!.entries[0]! : null
  const events = entry?.events ?? []
  const opening = events.slice(0, Math.max(0, events.findIndex((event) => SHOTS.has(event.event))))
  return entry && opening.some((event) => OPENS.has(event.event)) ? [...log, { ...entry, events: opening }] : log
}

/** The events of the current battle, or of the one that the last entry finished; null if there is none. */
export function battleEntries(log: readonly LogEntry[], view: HoldView, past: boolean): VisibleEvent[] | null {
  const on = view.battle !== null || frameOf(view, 'battle') !== undefined || frameOf(view, 'land_fight') !== undefined
  const stands = validEntries(log)
  const last = stands.at(-1)
  if (!on && !(past && last?.events?.some((event) => ABOUT.has(event.event)))) return null
  const before = stands.slice(0, -1).flatMap((entry) => entry.events ?? [])
  const fresh = last?.events ?? []
  const shot = past || !on ? fresh.findIndex((event) => SHOTS.has(event.event)) : -1
  const events = [...before, ...fresh]
  const upTo = shot >= 0 ? before.length + shot : events.length - 1
  const from = opening(events, upTo)
  if (from < 0) return on && view.battle !== null ? [...begun(view.battle, view, events), ...events] : null
  const ended = events.findIndex((event, k) => k > Math.max(upTo, from) && (event.event === 'combat_ended' || event.event === 'combat_opened'))
  return events.slice(from, shot >= 0 && ended >= 0 ? ended + 1 : undefined)
}

/** The start of a battle in a match that was set up in the middle of it, as far as it is known. */
function begun(area: string, view: HoldView, events: readonly VisibleEvent[]): VisibleEvent[] {
  const opened = { event: 'combat_opened', area, text: '', clause: '8.0.1' }
  const shown = SIDES.map((side) => {
    const there = Object.entries(view.units[side]).filter(([, shown]) => shown.where === area)
    return { event: 'revealed', side, units: there.map(([unit]) => unit), strengths: there.map(([, shown]) => shown.strength), text: '', clause: '2.0.2' }
  })
  const way = frameOf(view, 'battle')?.['way']
  const named = typeof way === 'string' && !events.some((one) => one.event === 'way_chosen')
  return [opened, ...shown, ...(named ? [{ event: 'way_chosen', way, text: '', clause: '8.4.1' }] : [])]
}

/** The place of the battle that continues at this event: a combat, or a landing outside one (8.8.6). */
function opening(events: readonly VisibleEvent[], upTo: number): number {
  for (let k = Math.min(upTo, events.length - 1); k >= 0; k--) {
    const { event } = events[k]!
    if (event === 'combat_opened') return k
    if (event === 'combat_ended' && k < upTo) return events.findIndex((one, i) => i > k && OPENS.has(one.event))
    if (event === 'turn_opened') return events.findIndex((one, i) => i > k && OPENS.has(one.event))
  }
  return events.findIndex((one) => OPENS.has(one.event))
}

interface Part {
  kind: 'submarine' | 'air' | 'surface' | 'land' | 'pursuit' | 'round'
  round: number
  events: VisibleEvent[]
}

/** The parts of a battle: submarines, rounds, landings, pursuit. */
function partsOf(events: readonly VisibleEvent[]): Part[] {
  const parts: Part[] = [{ kind: events[0]?.event === 'landing' ? 'land' : 'submarine', round: 0, events: [] }]
  let round = 0
  for (const event of events) {
    const last = parts.at(-1)!
    if (event.event === 'ways_named' && last.events.some((one) => SHOTS.has(one.event))) parts.push({ kind: last.kind, round: round + 1, events: [] })
    if (event.event === 'way_chosen') {
      round += 1
      const kind = event['way'] === 'air' ? 'air' : 'surface'
      const begun = parts.at(-1)!
      if (begun.events.some((one) => one.event === 'ways_named') && !begun.events.some((one) => SHOTS.has(one.event))) Object.assign(begun, { kind, round })
      else parts.push({ kind, round, events: [] })
    } else if (event.event === 'landing' && last.kind !== 'land') parts.push({ kind: 'land', round, events: [] })
    else if (event.event === 'withdrew') parts.push({ kind: 'pursuit', round, events: [] })
    parts.at(-1)!.events.push(event)
  }
  return parts
}

interface Fighter {
  id: string
  strength: number
  disabled: boolean
  word?: string
  gone: boolean
}

/** All data of the battle board. */
export function currentBattle(events: readonly VisibleEvent[], view: HoldView, facts: Facts, mine: string | null, marks: Highlights, table: DiceOnTable | null = null): Battle {
  const parts = partsOf(events)
  const last = parts.at(-1)!
  const naming = procedureOf(view) === 'name_way'
  const part: Part = naming ? { kind: 'round', round: last.round + 1, events: [] } : last
  const fired = parts.findLast((one) => one.events.some((event) => SHOTS.has(event.event)))
  const shown = fired && (last.kind !== 'land' || fired.kind === 'land') ? fired : last
  const there = fightersOf(events, view, facts)
  const land = frameOf(view, 'land_fight')
  const order: Side[] = mine === 'allies' ? ['japan', 'allies'] : mine === 'japan' ? ['allies', 'japan'] : [...SIDES]
  const words = wordsOf(there, view, facts, table)
  const title = titleOf(events, part, view, facts)
  return {
    title, battle: `${title.split(',')[0]!} ${view.turn}`,
    ...stepsOf(view, land !== undefined, part),
    facts: part.events.filter((event) => ['ways_named', 'way_rolled', 'withdrew'].includes(event.event)).map((event) => event.text),
    fire: firesOf(shown.events, whatOf(shown), facts),
    sides: order.map((side) => currentSide(side, there, land, view, facts, marks)),
    words,
  }
}

function titleOf(events: readonly VisibleEvent[], part: Part, view: HoldView, facts: Facts): string {
  const opened = events.find((event) => event.event === 'combat_opened')
  const land = frameOf(view, 'land_fight')
  const base = land ? String(land['base']) : part.kind === 'land' ? String(part.events.find((event) => event.event === 'landing')?.['place'] ?? '') : ''
  if (base) return `Land combat at ${facts.name(base)}`
  const where = opened ? facts.within(String(opened['area'])) : 'the Pacific'
  const round = part.round && part.kind !== 'pursuit' ? `, round ${part.round}` : ''
  return `Battle in ${where}${round}`
}

const STEPS = ['Submarines', 'Air or surface', 'Japan fires', 'Allies fire', 'Landings', 'Stay or withdraw', 'Pursuit'] as const
const LAND_STEPS = ['Attackers aim', 'Defenders aim', 'Dice'] as const

/** The step in which ships leave, by the next stage of the battle: submarines, losses, landings, withdrawal. */
const afterStage = (next: number): number => (next < 5 ? 0 : next < 9 ? 3 : next < 10 ? 4 : 6)

/** The current type of combat replaces the question for it. */
const COMBAT_KIND_TEXT: ReadonlySet<Part['kind']> = new Set(['air', 'surface'])

function stepsOf(view: HoldView, land: boolean, part: Part): { steps: readonly string[]; now: number } {
  const top = topFrame(view)
  if (land && top?.procedure === 'land_fight') {
    const aimed = new Set((top['aimed'] as string[] | undefined) ?? [])
    const attackers = (top['attackers'] as string[] | undefined) ?? []
    return { steps: LAND_STEPS, now: attackers.every((id) => aimed.has(id)) ? 1 : 0 }
  }
  const steps = STEPS.map((step) => (step === 'Air or surface' ? (COMBAT_KIND_TEXT.has(part.kind) ? WORDS.label(part.kind) : step) : step))
  const at: Readonly<Record<string, number>> = { name_way: 1, land_step: 4, land_fight: 4, stay_or_withdraw: 5, pursuit: 6, return_fire: 6 }
  switch (top?.procedure) {
    case 'targeting':
      return { steps, now: top['kind'] === 'submarine' ? 0 : top['side'] === 'japan' ? 2 : 3 }
    case 'way_home':
      return { steps, now: afterStage(Number(frameOf(view, 'battle')?.['next'] ?? 9)) }
    default:
      return { steps, now: at[top?.procedure ?? ''] ?? STEPS.length }
  }
}

/** The participants and their fate, from the log. */
function fightersOf(events: readonly VisibleEvent[], view: HoldView, facts: Facts): Map<string, Fighter> {
  const there = new Map<string, Fighter>()
  const of = (id: string): Fighter => {
    if (!there.has(id)) there.set(id, { id, strength: facts.units.get(id)?.strength ?? 1, disabled: false, gone: false })
    return there.get(id)!
  }
  for (const event of events) {
    const id = typeof event['unit'] === 'string' ? event['unit'] : ''
    const target = typeof event['target'] === 'string' ? event['target'] : ''
    const place = typeof event['place'] === 'string' ? facts.name(event['place']) : ''
    switch (event.event) {
      case 'revealed':
        ;(event['units'] as string[]).forEach((unit, k) => (of(unit).strength = (event['strengths'] as number[])[k]!))
        break
      case 'fired':
        of(target).strength = Number(event['strength'])
        if (event['disabled']) of(target).disabled = true
        break
      case 'land_fired':
        if (target !== 'garrison') of(target).strength = Math.max(0, of(target).strength - Number(event['hits']))
        break
      case 'sunk':
        if (there.has(id)) Object.assign(of(id), { gone: true, word: 'lost', strength: 0 })
        break
      case 'disabled_home':
        if (there.has(id)) Object.assign(of(id), { gone: true, disabled: false, word: place ? `to ${place}` : 'off board' })
        break
      case 'went_home':
        if (there.has(id)) Object.assign(of(id), { gone: true, word: place ? `to ${place}` : 'off board' })
        break
      case 'submarine_left':
        for (const one of there.values()) if (facts.units.get(one.id)?.kind === 'submarine' && sideOf(one.id) === event['side']) Object.assign(one, { gone: true, word: 'off board' })
    }
  }
  // The current view takes precedence over the log.
  for (const side of SIDES) {
    for (const [id, shown] of Object.entries(view.units[side])) {
      const one = there.get(id)
      if (one && !one.gone) Object.assign(one, { strength: shown.strength, disabled: shown.disabled })
    }
  }
  return there
}

const STATIONS: readonly (readonly [name: string, kinds: readonly Kind[]])[] = [
  ['Battle station', ['battleship', 'cruiser']], ['Carriers', ['carrier']], ['Transports', ['transport']], ['Land based air', ['land_based_air']],
  ['Submarine', ['submarine']],
]

function currentSide(side: Side, there: ReadonlyMap<string, Fighter>, land: Readonly<Record<string, unknown>> | undefined, view: HoldView, facts: Facts, marks: Highlights): BattleSide {
  const own = [...there.values()].filter((one) => sideOf(one.id) === side && facts.units.has(one.id))
  const fighting = land && new Set([...((land['attackers'] as string[]) ?? []), ...((land['defenders'] as string[]) ?? [])])
  const taking = fighting ? own.filter((one) => fighting.has(one.id) || (one.gone && one.word === 'lost' && facts.units.get(one.id)!.kind === 'transport')) : own
  const sunk = own.filter((one) => one.word === 'lost').map((one) => facts.name(one.id))
  const stations = STATIONS.flatMap(([name, kinds]): Station[] => {
    const blocks = taking.filter((one) => kinds.includes(facts.units.get(one.id)!.kind)).map((one) => blockOf(one, facts, marks))
    return blocks.length ? [{ name, blocks }] : []
  })
  const holds = !!land && land['side'] !== side && !!(land['defenders'] as string[] | undefined)?.includes('garrison')
  if (holds) stations.unshift({ name: 'Garrison', blocks: [garrison(side, marks)] })
  const left = taking.filter((one) => !one.gone).length
  return { side, sideName: SIDE_NAMES[side], note: holds && !left ? 'garrison only' : noteOf(side, left, view, facts), stations, sunk }
}

function noteOf(side: Side, left: number, view: HoldView, facts: Facts): string {
  const top = topFrame(view)
  const waiting = top?.procedure === 'targeting' && top['side'] === side ? ((top['left'] as string[] | undefined) ?? []) : []
  const dice = waiting.reduce((n, id) => n + (facts.units.get(id)?.dice ?? 0), 0)
  return waiting.length ? `${counted(waiting.length, 'unit')} to aim, ${counted(dice, 'die', 'dice')}` : counted(left, 'block')
}

function blockOf(one: Fighter, facts: Facts, marks: Highlights): BlockView {
  const unit = facts.units.get(one.id)!
  const block: BlockView = {
    id: one.id, side: unit.side, facts: unit, strength: one.strength, up: true, label: '',
    disabled: (one.disabled && !one.gone) || undefined,
    sunk: one.word === 'lost' || undefined,
    acted: (one.gone && one.word !== 'lost') || undefined,
    legal: marks.highlighted.has(one.id) || undefined,
    selected: marks.picked.has(one.id) || undefined,
    target: marks.aimed?.get(one.id),
  }
  block.label = describeBlock(block)
  return block
}

/** 3.5.1 The control marker of a base, which fights with one die. */
function garrison(side: Side, marks: Highlights): BlockView {
  const unit: UnitFacts = { id: 'garrison', name: 'Garrison', side, kind: 'transport', label: '', fires_in: 'land', dice: 1, strength: 1, hit_on: 6, turn: 0, place: null }
  return {
    id: 'garrison', side, facts: unit, strength: 1, up: true, legal: marks.highlighted.has('garrison') || undefined, selected: marks.picked.has('garrison') || undefined,
    target: marks.aimed?.get('garrison'), label: `${ADJECTIVE[side]} garrison, one die, hit on 6${marks.highlighted.has('garrison') ? ', may be chosen' : ''}`,
  }
}

/** A short label below a block: its target, or where it went. */
function wordsOf(there: ReadonlyMap<string, Fighter>, view: HoldView, facts: Facts, table: DiceOnTable | null): Record<string, string> {
  const words: Record<string, string> = {}
  for (const { target } of table?.lying ? table.aims : []) {
    const one = there.get(target)
    if (one) words[target] = one.strength <= 0 ? (lossWord(facts.units.get(target)) === 'sunk' ? 'will sink' : 'will be lost') : one.disabled ? 'disabled' : `${one.strength} left`
  }
  for (const one of there.values()) if (one.word) words[one.id] = one.word === 'lost' ? lossWord(facts.units.get(one.id)) : one.word
  const top = topFrame(view)
  const aims = table?.aims.length ? table.aims : ((top?.['aims'] as { unit: string; target: string }[] | undefined) ?? [])
  const verb = procedureOf(view) === 'pursuit' ? 'pursues' : 'at'
  for (const { unit, target } of aims) if (!table?.lying || !words[unit]) words[unit] = `${verb} ${shortName(facts.name(target))}`
  return words
}

/** The actions of units in a part of the battle. */
function whatOf(part: Part): string {
  if (part.events.some((event) => event.event === 'landing')) return 'fought'
  return part.kind === 'pursuit' ? 'fired in pursuit' : part.round ? `fired in round ${part.round}` : 'fired'
}
