import type { Action } from '../../app/api'
import type { MatchStore, DraftPrompt } from '../../app/game'
import { OTHER_ROW } from '../../frame/slots'
import { counted } from '../../lib/text'
import { isBurma, pressable } from './burma'
import { fuelLeft } from './fuel_left'
import { hexOf, idOf, isHex, NOWHERE } from './grid'
import { nextOf } from './map_marks'
import { needs } from './inbox_needs'
import { capital, factsOf, forceShort, isEdge, isForce, isSubron, isUnit, knownPosition, ORDER, plain, procedureOf, topFrame, viewOf } from './play_view'
import { deploying } from './play_leyte'
import { gunneryPrompt } from './play_gunnery'
import { marchPrompt, marchHighlights, pressMarch, selectedUnit } from './play_march'
import { doneText, buttonStyle, valueText, verbText } from './play_prompts'
import { boundFor, courseForce, destinations, draftOf, setDestination, sailing, speedsTo, startOf, coursePathTo } from './sailing'
import { shortButtons, usualLeg, voyageButtons } from './voyages'
import type { PacificView } from './types'
import { fitting } from './fitting_text'

/** Task Forces and their orders: the forces that need one, and their possible actions. */

const openProcedure = (store: MatchStore): string => procedureOf(viewOf(store.view), store.decision?.side)

const course = (store: MatchStore): DraftPrompt => {
  const facts = factsOf(store.pieces)
  const force = courseForce(store)!
  const chosen = sailing(store)
  const way = chosen ? coursePathTo(store, boundFor(chosen), chosen[1]?.[1]) : null
  const many = way?.hexes.length ?? 0
  const frame = topFrame(viewOf(store.view), store.decision!.side)
  const head = `${forceShort(force)}, ${plain(String(frame?.['mission'] ?? ''))}`
  const can = store.choices.some(([verb]) => verb === 'sail')
  const sail = {
    id: 'sail', label: chosen ? (many ? `Sail ${counted(many, 'hex', 'hexes')}` : 'Sail there') : 'Sail', key: 'D', weight: 'primary' as const,
    missing: chosen ? undefined : can ? 'choose a hex' : 'nowhere to sail', act: () => void (chosen && store.submit(chosen)),
  }
  const hold = store.choices.some(([verb]) => verb === 'hold') ? [{ id: 'hold', label: 'Stay', key: 'S', act: () => void store.submit([['hold']]) }] : []
  const speeds = chosen ? speedsTo(store, boundFor(chosen)) : []
  const rows = speeds.length > 1 ? speeds.map((speed) => ({ id: `speed ${speed}`, row: 'Speed', label: capital(plain(speed)), picked: speed === chosen![1]?.[1], note: `burns ${facts.atlas.speeds[speed.slice(-1)]?.[2] ?? 0} fuel`, act: () => (store.draft = { ...draftOf(store), speed }) })) : []
  const voyages = voyageButtons(store, hexOf(draftOf(store).far ?? ''))
  if (voyages.length) {
    const leg = usualLeg(store)
    const usual = voyages.find(({ id }) => id.endsWith(` ${leg?.voyage.speed}`))
    // 10.5 The fuel does not last: the button says where it ends, and is not the main one.
    const ends = leg?.fuelExhausted ? { label: `Sail, dry at ${facts.placeName(idOf(leg.fuelExhausted.at))}` } : { label: 'Sail in stages', weight: 'primary' as const }
    const stages = { ...usual!, id: 'stages', row: undefined, note: undefined, key: 'D', ...ends }
    return { sentence: fitting(`${head}: sail to ${facts.placeName(draftOf(store).far!)} in stages?`, `${forceShort(force)}: sail to ${facts.placeName(draftOf(store).far!)}?`, `${forceShort(force)}: sail there in stages?`), subline: `${usual!.label}: ${usual!.note}.`, hasSelection: true, buttons: [...hold, stages, ...voyages, ...shortButtons(store)] }
  }
  return {
    sentence: chosen ? fitting(`${head}: sail to ${facts.placeName(idOf(boundFor(chosen)))}?`, `${forceShort(force)}: sail to ${facts.placeName(idOf(boundFor(chosen)))}?`, `${forceShort(force)}: sail there?`) : `${head}: choose a hex to sail to.`,
    subline: way ? `${counted(way.cost, 'movement point')}, ${plain(way.speed)}, ${way.fuel} fuel.` : undefined, hasSelection: !!chosen,
    buttons: [...hold, ...(can ? [sail] : hold.length ? [] : [sail]), ...rows, ...(chosen ? voyageButtons(store, boundFor(chosen)) : []), ...named(store, force)],
  }
}

/** The places within reach by name, and the hex at which a force enters the map; every other hex is chosen on the map or by its id. */
function named(store: MatchStore, force: string): DraftPrompt['buttons'] {
  const facts = factsOf(store.pieces)
  const gate = startOf(viewOf(store.view), force)
  const to = draftOf(store).to
  return [...destinations(store).keys()].filter((hex) => facts.places.has(hex) || hex === gate).map((hex) => {
    const id = idOf(hex)
    return { id: `to ${id}`, row: 'Places within reach', label: facts.placeName(id), note: hex === gate ? 'where it enters' : id, picked: to === id, act: () => setDestination(store, hex) }
  })
}

/** Ships join one by one, or all of a class at once. */
function formingPrompt(store: MatchStore): DraftPrompt | null {
  const facts = factsOf(store.pieces)
  const free = store.choices.filter(([verb]) => verb === 'assign')
  const done = store.choices.find(([verb]) => verb === 'done')
  const typeOf = ([, id]: Action): string => facts.ships.get(id!)?.type ?? ''
  const classes = ORDER.map((type) => [type, free.filter((choice) => typeOf(choice) === type)] as const).filter(([, own]) => own.length > 1)
  const all = free.length > 1 ? [{ id: 'all', label: `Add all ${free.length}`, key: 'K', act: () => void store.submit(free) }] : []
  const position = knownPosition(viewOf(store.view), facts)
  const forming = String(topFrame(position.view, store.decision!.side)?.['force'] ?? '')
  const range = fuelLeft(position, forming).at(-1)
  const rows = classes.map(([type, own]) => ({ id: `class ${type}`, row: 'All of a class', label: `Add ${own.length} ${type}`, act: () => void store.submit(own) }))
  const one = free.map((choice) => ({ id: choice.join(' '), row: 'Ship by ship', ...valueText(choice[1]!, 'assign', 0, store), act: () => void store.submit([choice]) }))
  const end = done ? [{ id: 'done', label: doneText(viewOf(store.view)), ...buttonStyle('done'), act: () => void store.submit([done]) }] : []
  const subline = range && `${counted(position.shipsIn(forming).length, 'ship')}, Speed ${range.speed}${range.phases === null ? '' : `, fuel for ${counted(range.phases, 'phase')} at that speed`}.`
  return { sentence: store.decision!.prompt, subline, hasSelection: false, buttons: [...end, ...all, ...rows, ...one] }
}

/** Questions with so many possible actions that no button would be left for the end; their actions are begun from the list. */
const MANY_ACTS = new Set(['cargo_orders', 'pipeline_orders', 'burma_deployment', 'burma_marching', 'air_lift', 'quarters', 'declaring', 'marching', 'lift_marching', 'at_the_shore', 'ready_orders', 'transfers', 'supply_orders', 'submarine_orders'])
const MAX_VERBS = 2
/** The answer that ends such a question. */
const ENDS = new Set(['done', 'all_set'])
function manyActs(store: MatchStore): DraftPrompt | null {
  const verbs = [...new Set(store.choices.map(([verb]) => verb!))].filter((verb) => !ENDS.has(verb))
  if (verbs.length <= MAX_VERBS && openProcedure(store) !== 'declaring') return null
  const rows = verbs.map((verb) => {
    const targets = new Set(store.choices.flatMap((choice) => (choice[0] === verb && choice[1] !== undefined ? [choice[1]] : [])))
    const [one, many] = verb === 'strike' ? ['report', 'reports'] : verb === 'raid' ? ['hex', 'hexes'] : ['choice', 'choices']
    const note = counted(targets.size, one!, many!)
    return { id: verb, row: 'What to do', label: verbText(verb), note, act: () => store.pick({ verb }, false) }
  })
  const done = store.choices.find(([verb]) => ENDS.has(verb!))
  const label = done?.[0] === 'done' ? doneText(viewOf(store.view)) : verbText(done?.[0] ?? '')
  const end = done ? [{ id: done[0]!, label, ...buttonStyle(done[0]!), act: () => void store.submit([done]) }] : []
  return { sentence: store.decision!.prompt, hasSelection: false, buttons: [...end, ...rows] }
}

/** 42.61, 43.51, 45.51 Deployments whose choices are listed by kind. */
const DEPLOYS = new Set(['leyte_deployment', 'guadalcanal_deployment', 'midway_advanced_deployment'])

/** The question while forces get their orders. */
export function draftPrompt(store: MatchStore): DraftPrompt | null {
  if (!store.decision || store.covered || store.picks.length) return null
  if (courseForce(store)) return course(store)
  if (selectedUnit(store)) return marchPrompt(store)
  if (openProcedure(store) === 'gunlaying') return gunneryPrompt(store)
  if (openProcedure(store) === 'gathering') return formingPrompt(store)
  if (DEPLOYS.has(openProcedure(store))) return deploying(store)
  if (MANY_ACTS.has(openProcedure(store))) return manyActs(store)
  if (openProcedure(store) !== 'orders') return null
  const position = knownPosition(viewOf(store.view), factsOf(store.pieces))
  const all = needs(store, position)
  const chosen = chosenForce(store)
  const missions = chosen ? missionsOf(store, chosen) : []
  const rows = chosen ? missions.map((mission) => ({ id: `plot ${chosen} ${mission}`, row: forceShort(chosen), label: capital(plain(mission)), act: () => void store.submit([['plot', chosen, mission]]) })) : []
  const open = all.filter((need) => !need.done && need.id !== chosen && missionsOf(store, need.id).length)
  const others = open.map((need) => ({ id: `about ${need.about}`, row: 'Needs you', label: forceShort(need.about), note: need.note, act: () => showUnit(store, need.about) }))
  const verbs = [...new Set(store.choices.map(([verb]) => verb!))].filter((verb) => verb !== 'plot')
  const rest = verbs.map((verb) => {
    const own = store.choices.filter((choice) => choice[0] === verb)
    const only = own.length === 1 ? own[0]! : undefined
    const alone = only?.length === 1
    const note = only && !alone ? valueText(only.at(-1)!, verb, only.length - 2, store).label : undefined
    const row = rows.length || others.length ? OTHER_ROW : 'What to do'
    return { id: verb, label: alone ? doneText(position.view) : verbText(verb), ...(alone ? buttonStyle(verb) : { row, note }), act: only ? () => void store.submit([only]) : () => store.pick({ verb }, false) }
  })
  const left = all.filter(({ done, about, group }) => !done && isForce(about) && group !== 'standing').length
  return {
    sentence: chosen && missions.length ? `${forceShort(chosen)}: choose its Mission.` : left ? `${counted(left, 'Task Force')} ${left === 1 ? 'has' : 'have'} no Mission yet.` : all.some(({ done, about }) => done && isForce(about)) ? 'Every force has its orders.' : store.decision.prompt,
    hasSelection: false, buttons: [...rest.filter((one) => !('row' in one)), ...rows, ...others, ...rest.filter((one) => 'row' in one)],
  }
}

/** The selected force, if it is the viewer's own. */
export function chosenForce(store: MatchStore): string | null {
  const course = courseForce(store)
  if (course) return course
  return store.selectedPlace && isForce(store.selectedPlace) && store.selectedPlace.startsWith(`${store.decision?.side}_`) ? store.selectedPlace : null
}
export const missionsOf = (store: MatchStore, force: string): string[] => store.choices.flatMap(([verb, who, mission]) => (verb === 'plot' && who === force ? [mission!] : []))

/** Selects a force or a place: the rail shows it. */
export function showUnit(store: MatchStore, id: string): void {
  store.selectedPlace = id
  store.tab = 'force'
}

/** The hex of the unit in an unfinished choice: its starting point. */
export function pickedHex(store: MatchStore): string | null {
  const unit = [...store.picked].find(isUnit)
  const at = unit ? knownPosition(viewOf(store.view), factsOf(store.pieces)).value<string>('unit_at', unit) : undefined
  return at && isHex(at) ? at : null
}

/** The hexes in which the remaining choices differ, if everything else is settled, such as the dropping unit and its aircraft. */
function askedHexes(store: MatchStore): string[] {
  const asked = store.question
  if (asked.kind === 'argument') return asked.values.map(({ id }) => id).filter(isHex)
  return asked.kind === 'whole' && asked.choices.length > 1 ? asked.choices.flatMap(([, ...parts]) => parts.filter((id) => isHex(id) && !store.picked.has(id))) : []
}

/** The highlighted ids of a question before anything is named: during deployment, only units that may be elsewhere. */
function begins(store: MatchStore): string[] {
  if (store.picks.length) return [...new Set([...store.highlighted, ...askedHexes(store)])]
  if (DEPLOYS.has(openProcedure(store))) return []
  if (openProcedure(store) !== 'burma_deployment') return [...store.highlighted]
  return [...new Set(store.choices.flatMap(([verb, first]) => (verb !== 'plan_drop' && first !== undefined ? [first] : [])))]
}

/** The highlighted hexes: those in reach of the current force, or else those of the next argument; also forces, and boxes off the map. */
export function highlightedIds(store: MatchStore): { hexes: ReadonlySet<number>; forces: ReadonlySet<string> } {
  if (!store.decision) return { hexes: new Set(), forces: new Set() }
  if (courseForce(store)) return { hexes: new Set(destinations(store).keys()), forces: new Set() }
  const march = marchHighlights(store)
  if (march) return { hexes: march, forces: new Set() }
  const ids = begins(store)
  const hexes = ids.filter(isHex).map(hexOf)
  const position = store.picked.size ? null : knownPosition(viewOf(store.view), factsOf(store.pieces))
  const units = position && isBurma(position.view) ? ids.filter(isUnit).map((id) => hexOf(position.value<string>('unit_at', id) ?? '')).filter((hex) => hex !== NOWHERE) : []
  const fights = openProcedure(store) === 'next_battle' ? forcesIn(ids, viewOf(store.view)) : []
  return { hexes: new Set([...hexes, ...units]), forces: new Set([...ids.filter((id) => isForce(id) || isSubron(id) || isEdge(id) || factsOf(store.pieces).boxes.includes(id)), ...fights]) }
}

/** 4.2 The forces that are, or are reported, in the hexes of waiting battles: a hex itself is hidden under its counters. */
export const forcesIn = (hexes: readonly string[], view: PacificView): string[] => {
  const lie = Object.entries({ ...view.force_at, ...view.contact_at })
  return lie.flatMap(([id, at]) => (at && hexes.includes(at) ? [id] : []))
}

/** A hex beyond reach: the force may be sent there over several phases; if it may not, the referee gives the reason. */
export function sendBeyondPhase(store: MatchStore, hex: number): void {
  store.draft = { far: idOf(hex) }
  if (usualLeg(store)) store.notices.clear()
  else void store.whyNot(['sail', idOf(hex)])
}

/** A hex was pressed. Returns whether that meant a choice. */
export function pressHex(store: MatchStore, hex: number): boolean {
  if (!store.decision || store.busy) return false
  if (courseForce(store)) {
    if (destinations(store).has(hex)) {
      store.notices.clear()
      if (hexOf(draftOf(store).to ?? '') === hex) return false
      setDestination(store, hex)
      return true
    }
    sendBeyondPhase(store, hex)
    return true
  }
  if (pressMarch(store, hex)) return true
  const meant = begins(store).find((id) => isHex(id) && hexOf(id) === hex)
  const picked = [...store.picked].find(isUnit)
  const units = pressable(knownPosition(viewOf(store.view), factsOf(store.pieces)), hex, new Set([...store.highlighted, ...store.choices.flatMap((choice) => choice.slice(1).filter(isUnit))]))
  // Transports usually carry stores from a base, not to it; units there that wait are in the list.
  if (meant && openProcedure(store) === 'air_lift' && !store.picks.length && store.choices.some(([verb, at]) => at === meant && verb?.endsWith('_stores'))) {
    store.pick({ id: meant, at: 0 }, false)
    return true
  }
  const whole = meant && !store.highlighted.has(meant) ? store.remainingChoices.filter((choice) => choice.includes(meant, 1)) : []
  if (whole.length === 1) return store.chooseIfUnambiguous(whole)
  if (meant && (picked || store.picks.length || !units.length)) return store.press(meant)
  return units.length > 0 && store.press(nextOf(units, picked ?? null))
}

/** The likely intention of a player who chose an id that is not offered. */
export function inferChoice(store: MatchStore, id: string): Action | null {
  if (courseForce(store) && isHex(id)) return ['sail', id]
  return null
}
