import type { MatchStore } from '../../app/game'
import { draggedIds } from '../../board/drag.svelte'
import type { Side } from '../sides'
import { inFight } from './play_battle'
import { targetsOf } from './play_input'
import type { BaseView, FieldView, TaskForce, Unit, Zone, ZoneView } from './types'
import {
  airFigures, BASE_IDS, BASE_NAMES, counted, isForce, listed, numberOf, SIDES, sideOf, topFrame, typeOf, viewOf, ZONES, ZONE_NAMES,
  type ForceView, type PacificView,
} from './play_view'

/** The highlighted and the selected ids. */
export interface BoardHighlights {
  highlighted: ReadonlySet<string>
  /** the verb for which a place is highlighted: "move" */
  ways?: ReadonlyMap<string, string>
  picked: ReadonlySet<string>
}

/** The viewer: a side, the public, or everybody after the end. */
type Viewpoint = string

const PLAIN: Readonly<Record<string, string>> = { carriers: 'carriers', transports: 'Transports', tokyo_express: 'Tokyo Express' }

/** The units that a force cannot hold, as text; undefined if nothing is known. */
export function cannotHold(shown: ForceView): string {
  // A force of several counters is never the Tokyo Express: it sails alone (9.6.a).
  const kinds = shown.cannot_hold.filter((kind) => kind !== 'tokyo_express' || (shown.side === 'japan' && shown.counters === 1))
  return kinds.length ? `no ${listed(kinds.map((kind) => PLAIN[kind] ?? kind)).replace(' and ', ' or ')}` : ''
}

/** A unit in its present state. */
export function currentUnit(unit: Unit, view: PacificView, marks: BoardHighlights): Unit {
  return {
    ...unit,
    legal: marks.highlighted.has(unit.id) || undefined,
    selected: marks.picked.has(unit.id) || undefined,
    sunk: view.sunk.includes(unit.id) || undefined,
  }
}

/** A task force on the board. */
export function currentForce(id: string, view: PacificView, viewpoint: Viewpoint, units: ReadonlyMap<string, Unit>, marks: BoardHighlights): TaskForce {
  const shown = view.forces[id]!
  const own = viewpoint === shown.side
  const seen = shown.units.flatMap((unit) => units.get(unit) ?? []).map((unit) => currentUnit(unit, view, marks))
  const faces = shown.face_up || viewpoint === 'open'
  const force: TaskForce = {
    id, side: shown.side, number: numberOf(id), count: shown.counters ?? undefined,
    units: faces && seen.length ? seen.map((unit) => ({ ...unit, revealed: shown.face_up || undefined })) : undefined,
    sealed: (own && !shown.face_up) || undefined,
    legal: marks.highlighted.has(id) || undefined,
    selected: marks.picked.has(id) || undefined,
  }
  force.caption = caption(shown, force, own || faces ? seen : [])
  force.label = describe(shown, force, own || faces ? seen : [], shown.units.length)
  return force
}

function caption(shown: ForceView, force: TaskForce, known: readonly Unit[]): string[] {
  const name = `TF ${force.number}`
  if (known.length) {
    const type = typeOf(known)
    const air = airFigures(known)
    return type.letter === 'C' ? [`${name} · ${type.words}`, `AS ${air.strike} · AA ${air.antiAir}`] : [`${name} · ${type.words}`]
  }
  const down = shown.counters === null ? 'face down' : `${shown.counters} face down`
  const not = cannotHold(shown)
  return not ? [`${name} · ${down}`, not] : [`${name} · ${down}`]
}

function describe(shown: ForceView, force: TaskForce, known: readonly Unit[], seen: number): string {
  const side = shown.side === 'japan' ? 'Japan' : 'Allies'
  const rest = shown.counters === null || shown.counters === seen ? '' : counted(shown.counters - seen, 'counter')
  return [
    `${side}: task force ${force.number}`,
    known.length
      ? known.map((unit) => unit.name).join(', ')
      : `${shown.counters === null ? 'counters' : counted(shown.counters, 'counter')} face down`,
    ...(known.length && rest ? [`${rest} more face down`] : []),
    ...(force.sealed ? ['hidden from the enemy'] : []),
    ...(known.length ? [] : [cannotHold(shown)].filter(Boolean)),
    ...(force.selected ? ['chosen'] : force.legal ? ['may be chosen'] : []),
  ].join(', ')
}

const forcesAt = (view: PacificView, where: string): string[] =>
  Object.keys(view.forces).filter((id) => view.forces[id]!.where === where)

/** The four sea zones with their contents. */
export function currentZones(view: PacificView, viewpoint: Viewpoint, units: ReadonlyMap<string, Unit>, marks: BoardHighlights): ZoneView[] {
  return ZONES.map((id: Zone) => ({
    id,
    legal: marks.highlighted.has(id) || undefined,
    price: marks.ways?.get(id),
    forces: forcesAt(view, id).map((force) => currentForce(force, view, viewpoint, units, marks)),
  }))
}

/** The current operation of a side, 1 to 7; undefined before the operations begin. */
export function operationOf(view: PacificView, side: Side): number | undefined {
  const { done, under_way } = view.operations
  if (!under_way) return undefined
  const made = side === view.initiative ? Math.ceil(done / 2) : Math.floor(done / 2)
  return Math.min(7, made + 1)
}

/** Both bases with their operation boxes. */
export function currentBases(view: PacificView, viewpoint: Viewpoint, units: ReadonlyMap<string, Unit>, marks: BoardHighlights): BaseView[] {
  return SIDES.map((side) => ({
    id: BASE_IDS[side],
    side,
    name: BASE_NAMES[side],
    notes: baseNotes(view, side, units),
    operation: operationOf(view, side),
    legal: marks.highlighted.has(BASE_IDS[side]) || undefined,
    boxes: [1, 2, 3, 4, 5, 6, 7].map((number) => {
      const [waiting] = forcesAt(view, `box_${number}`).filter((id) => sideOf(id) === side)
      return {
        id: `${side}_box_${number}`, number,
        force: waiting ? { ...currentForce(waiting, view, viewpoint, units, marks), caption: undefined } : undefined,
      }
    }),
  }))
}

/** The text below a base's name: its contents, the units due. */
export function baseNotes(view: PacificView, side: Side, units: ReadonlyMap<string, Unit>): string[] {
  const base = view.bases[BASE_IDS[side]]
  const home = forcesAt(view, 'home').filter((id) => sideOf(id) === side)
  const back = home.reduce<number | null>((n, id) => {
    const { counters } = view.forces[id]!
    return n === null || counters === null ? null : n + counters
  }, 0)
  const all = base.counters === null || back === null ? null : base.counters + back
  const due = Object.entries(view.due).flatMap(([turn, ids]) => {
    const own = ids.filter((id) => units.get(id)?.side === side)
    if (!own.length) return []
    return own.length === 1 ? [`${units.get(own[0]!)!.name}: turn ${turn}`] : [`${counted(own.length, 'ship')}: turn ${turn}`]
  })
  const reserve = side === 'japan' && view.reserve.length ? [`Reserve ${view.reserve.length}`] : []
  return [all === null ? 'counters face down' : all ? `${all} in base` : 'none in base', ...reserve, ...due]
}

/** Henderson Field and the marker on its track (3.6). */
export function currentField(view: PacificView, marks: BoardHighlights, before?: number): FieldView {
  const { side, operational, marker, combat, hits_to_disrupt, cover } = view.henderson
  const owner = side === 'japan' ? 'Japanese' : 'American'
  return {
    owner: side, disrupted: !operational, position: marker, before,
    title: `Henderson Field: ${owner}, ${operational ? 'operational' : 'disrupted'}`,
    note: operational
      ? `Combat ${combat} · ${counted(hits_to_disrupt, 'hit')} ${hits_to_disrupt === 1 ? 'disrupts' : 'disrupt'} it · cover ${cover}`
      : 'Out of action until the Return Phase',
    legal: marks.highlighted.has('henderson_field') || undefined,
    selected: marks.picked.has('henderson_field') || undefined,
  }
}

/** The marks of a store. */
export function highlightsOf(store: MatchStore): BoardHighlights {
  const [held] = draggedIds.ids
  if (held !== undefined) return { highlighted: targetsOf(store, held), picked: new Set([held]), ways: new Map() }
  const { highlighted, picked } = store
  const ways = new Map<string, string>()
  for (const [verb, ...args] of highlighted.size ? store.remainingChoices : []) {
    for (const id of args) if (highlighted.has(id)) ways.set(id, ways.has(id) && ways.get(id) !== WAYS[verb!] ? 'may be chosen' : (WAYS[verb!] ?? 'may be chosen'))
  }
  return { highlighted, picked, ways }
}

const WAYS: Readonly<Record<string, string>> = { sortie: 'sortie', move: 'move', strike: 'strike', strike_again: 'strike' }

/** The place of a force, for its panel: "TF 2, South Pacific Ocean". */
export function forceTitle(id: string, view: PacificView): string {
  const shown = view.forces[id]
  if (!shown) return 'Choose a force on the board.'
  const where = shown.where.startsWith('box_') ? `box ${shown.where.slice(4)}` : shown.where === 'home' ? BASE_NAMES[shown.side] : (ZONE_NAMES[shown.where] ?? shown.where)
  return `${shown.side === 'japan' ? 'Japanese' : 'US'} TF ${numberOf(id)}, ${where}`
}

/** The player's own force to show first: the selected one, else the one that may act, else the one that fights, else any. */
export function usualForce(store: MatchStore): string | null {
  const view = viewOf(store.view)
  const all = Object.keys(view.forces).filter((id) => view.forces[id]!.where !== 'nowhere')
  const chosen = [...store.picked].find(isForce)
  if (chosen) return chosen
  const own = all.filter((id) => sideOf(id) === (store.decision?.side ?? store.viewer))
  const fighting = inFight(view)
  return own.find((id) => store.highlighted.has(id)) ?? own.find((id) => fighting.includes(id)) ?? own[0] ?? null
}

/** The side that forms its task forces now, if any. */
export function forming(view: PacificView): Side | null {
  const top = topFrame(view)
  return top?.procedure === 'form_forces' ? (top['side'] as Side) : null
}
