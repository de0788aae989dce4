import type { Action } from '../../app/api'
import type { Desk, Filling } from '../../app/game'
import { ASIDE } from '../../frame/slots'
import { counted } from '../../lib/words'
import { isBurma, pressable } from './burma'
import { hexOf, idOf, isHex, NOWHERE } from './grid'
import { nextOf } from './marks'
import { capital, factsOf, forceShort, isForce, isSubron, isUnit, nowOf, ORDER, plain, procedureOf, subronName, topFrame, viewOf, type Now } from './play_view'
import { deploying } from './play_leyte'
import { gunFilling } from './play_gunnery'
import { marchFilling, marchLit, pressMarch, unitTaken } from './play_march'
import { WORDS } from './catalogue'
import { doneWords, forceNote, manner, valueWords, verbWords } from './play_words'
import { boundFor, courseForce, destinations, draftOf, headFor, sailing, speedsTo, startOf, wayTo } from './sailing'
import { subronMode, subronsSent } from './subrons'
import { shortButtons, usualLeg, voyageButtons } from './voyages'
import type { PacificView } from './types'
import { fitting } from './line'

/** Task Forces and their orders: the forces that need one, and their possible actions. */

/** Everything that waits for an answer, in the order in which it is asked. */
export interface Need {
  id: string
  /** the force, base or unit that it is about, by which it is chosen */
  about: string
  title: string
  note: string
  done: boolean
}

const asked = (desk: Desk): string => procedureOf(viewOf(desk.view), desk.decision?.side)

/** What a verb does, within a line: "give a Mission". */
const does = (verb: string): string => verbWords(verb).replace(/^./, (letter) => letter.toLowerCase())

/** Questions in which no unit waits: everything may stay as it is, or only a hex is asked for. */
const NOTHING_WAITS = new Set(['leyte_deployment', 'lying_in_wait', 'plans', 'kamikaze_call', 'setting_out', 'setting_stores', 'redeploying', 'stationing', 'moving', 'lift_moving', 'new_base', 'rebasing', 'drop_plans', 'covering', 'shielding', 'allotting', 'entering'])

/** The waiting decisions: own forces with and without their orders, or other units that may act in this question. */
export function needs(desk: Desk, now: Now): Need[] {
  const course = courseForce(desk)
  if (asked(desk) === 'orders' || course) return ofForces(desk, now, course)
  if (NOTHING_WAITS.has(asked(desk))) return []
  const open = new Map<string, Set<string>>()
  for (const [verb, id] of desk.choices) if (id !== undefined && (actor(verb!, id, now) || verb === 'begin_work')) open.set(id, (open.get(id) ?? new Set()).add(verb!))
  const waits = [...open].map(([id, verbs]) => {
    const { label, note } = valueWords(id, ['suffer', 'rebuild', 'make_whole', 'begin_work', 'take_supply', 'leave_supply'].find((verb) => verbs.has(verb)) ?? '', 0, desk)
    const most = asked(desk) === 'submarine_orders' ? 'no orders yet' : ''
    return { id, about: id, ashore: verbs.has(ASHORE), title: `${label}: ${most || [...verbs].slice(0, 2).map(does).join(', ')}`, note: note ?? '', done: false }
  })
  const sent = subronsSent(now.view, desk.decision?.side).map((id) => ({ id, about: id, title: `${subronName(id)}: ${subronMode(now.view, id)}`, note: valueWords(id, '', 0, desk).note ?? '', done: true }))
  return [...waits.toSorted((a, b) => Number(b.ashore) - Number(a.ashore)), ...sent]
}
/** 16.3 Of all shore actions landings come first. */
const ASHORE = 'land'
/** The actor, as opposed to a place: a force, a unit, a ship, a base with aircraft. */
const actor = (verb: string, id: string, now: Now): boolean =>
  isForce(id) || isUnit(id) || isSubron(id) || now.facts.ships.has(id) || (isHex(id) && !WHERE.has(WORDS.part(verb, 0)) && now.airAt(id).length > 0)
const WHERE = new Set<string | undefined>(['the hex', 'the place'])

function ofForces(desk: Desk, now: Now, course: string | null): Need[] {
  const open = new Map<string, string>()
  for (const [verb, id] of desk.choices) if (id !== undefined && isForce(id) && ['plot', 'enter', 'follow'].includes(verb!)) open.set(id, verb!)
  if (course) open.set(course, 'sail')
  const own = now.forces.filter((id) => id.startsWith(`${desk.decision?.side}_`))
  const rows = own.map((id) => ({ id, about: id, title: `${forceShort(id)}: ${open.has(id) ? does(open.get(id)!) : missionOf(id, now)}`, note: forceNote(id, now), done: !open.has(id) })).toSorted((a, b) => Number(a.done) - Number(b.done))
  return own.every(now.isDummy) ? [...rows, ...ports(desk, now)] : rows
}
/** 9.2 The places where a force can be formed, while there is none except dummies. */
const ports = (desk: Desk, now: Now): Need[] =>
  desk.choices.flatMap(([verb, id]) => (verb === 'form' && id !== undefined && isHex(id) ? [{ id, about: id, title: `${now.facts.placeName(id)}: ${does(verb)}`, note: counted(now.shipsIn(id).length, 'ship'), done: false }] : []))
const missionOf = (id: string, now: Now): string => capital(plain(now.view.force_mission[id] ?? 'no Mission'))

const course = (desk: Desk): Filling => {
  const facts = factsOf(desk.pieces)
  const force = courseForce(desk)!
  const chosen = sailing(desk)
  const way = chosen ? wayTo(desk, boundFor(chosen), chosen[1]?.[1]) : null
  const many = way?.hexes.length ?? 0
  const frame = topFrame(viewOf(desk.view), desk.decision!.side)
  const head = `${forceShort(force)}, ${plain(String(frame?.['mission'] ?? ''))}`
  const can = desk.choices.some(([verb]) => verb === 'sail')
  const sail = {
    id: 'sail', label: chosen ? (many ? `Sail ${counted(many, 'hex', 'hexes')}` : 'Sail there') : 'Sail', key: 'D', weight: 'go' as const,
    missing: chosen ? undefined : can ? 'choose a hex' : 'nowhere to sail', act: () => void (chosen && desk.submit(chosen)),
  }
  const hold = desk.choices.some(([verb]) => verb === 'hold') ? [{ id: 'hold', label: 'Stay', key: 'S', act: () => void desk.submit([['hold']]) }] : []
  const speeds = chosen ? speedsTo(desk, boundFor(chosen)) : []
  const rows = speeds.length > 1 ? speeds.map((speed) => ({ id: `speed ${speed}`, row: 'Speed', label: capital(plain(speed)), picked: speed === chosen![1]?.[1], note: `burns ${facts.atlas.speeds[speed.slice(-1)]?.[2] ?? 0} fuel`, act: () => (desk.draft = { ...draftOf(desk), speed }) })) : []
  const voyages = voyageButtons(desk, hexOf(draftOf(desk).far ?? ''))
  if (voyages.length) {
    const usual = voyages.find(({ id }) => id.endsWith(` ${usualLeg(desk)?.voyage.speed}`))
    const stages = { ...usual!, id: 'stages', row: undefined, note: undefined, label: 'Sail in stages', key: 'D', weight: 'go' as const }
    return { sentence: fitting(`${head}: sail to ${facts.placeName(draftOf(desk).far!)} in stages?`, `${forceShort(force)}: sail to ${facts.placeName(draftOf(desk).far!)}?`, `${forceShort(force)}: sail there in stages?`), subline: `${usual!.label}: ${usual!.note}.`, begun: true, buttons: [...hold, stages, ...voyages, ...shortButtons(desk)] }
  }
  return {
    sentence: chosen ? fitting(`${head}: sail to ${facts.placeName(idOf(boundFor(chosen)))}?`, `${forceShort(force)}: sail to ${facts.placeName(idOf(boundFor(chosen)))}?`, `${forceShort(force)}: sail there?`) : `${head}: choose a hex to sail to.`,
    subline: way ? `${counted(way.cost, 'movement point')}, ${plain(way.speed)}, ${way.fuel} fuel.` : undefined, begun: !!chosen,
    buttons: [...hold, ...(can ? [sail] : hold.length ? [] : [sail]), ...rows, ...(chosen ? voyageButtons(desk, boundFor(chosen)) : []), ...named(desk, force)],
  }
}

/** The places in reach by name, and the hex at which a force enters the map; every other hex is chosen on the map or by its id. */
function named(desk: Desk, force: string): Filling['buttons'] {
  const facts = factsOf(desk.pieces)
  const gate = startOf(viewOf(desk.view), force)
  const to = draftOf(desk).to
  return [...destinations(desk).keys()].filter((hex) => facts.places.has(hex) || hex === gate).map((hex) => {
    const id = idOf(hex)
    return { id: `to ${id}`, row: 'Places in reach', label: facts.placeName(id), note: hex === gate ? 'where it enters' : id, picked: to === id, act: () => headFor(desk, hex) }
  })
}

/** Ships are taken in one by one, or all of a class at once. */
function gathering(desk: Desk): Filling | null {
  const facts = factsOf(desk.pieces)
  const free = desk.choices.filter(([verb]) => verb === 'assign')
  const done = desk.choices.find(([verb]) => verb === 'done')
  const typeOf = ([, id]: Action): string => facts.ships.get(id!)?.type ?? ''
  const classes = ORDER.map((type) => [type, free.filter((choice) => typeOf(choice) === type)] as const).filter(([, own]) => own.length > 1)
  const all = free.length > 1 ? [{ id: 'all', label: `Add all ${free.length}`, key: 'K', act: () => void desk.submit(free) }] : []
  const rows = classes.map(([type, own]) => ({ id: `class ${type}`, row: 'All of a class', label: `Add ${own.length} ${type}`, act: () => void desk.submit(own) }))
  const one = free.map((choice) => ({ id: choice.join(' '), row: 'Ship by ship', ...valueWords(choice[1]!, 'assign', 0, desk), act: () => void desk.submit([choice]) }))
  const end = done ? [{ id: 'done', label: doneWords(viewOf(desk.view)), ...manner('done'), act: () => void desk.submit([done]) }] : []
  return { sentence: desk.decision!.prompt, begun: false, buttons: [...end, ...all, ...rows, ...one] }
}

/** Questions with many possible actions, which would leave no button for the end: they are begun from the list. */
const MANY_ACTS = new Set(['burma_deployment', 'burma_marching', 'air_lift', 'quarters', 'declaring', 'marching', 'lift_marching', 'at_the_shore', 'ready_orders', 'transfers', 'supply_orders', 'submarine_orders'])
const FEW = 2
/** The answer that ends such a question. */
const ENDS = new Set(['done', 'all_set'])
function manyActs(desk: Desk): Filling | null {
  const verbs = [...new Set(desk.choices.map(([verb]) => verb!))].filter((verb) => !ENDS.has(verb))
  if (verbs.length <= FEW && asked(desk) !== 'declaring') return null
  const rows = verbs.map((verb) => {
    const targets = new Set(desk.choices.flatMap((choice) => (choice[0] === verb && choice[1] !== undefined ? [choice[1]] : [])))
    const [one, many] = verb === 'strike' ? ['report', 'reports'] : verb === 'raid' ? ['hex', 'hexes'] : ['choice', 'choices']
    const note = counted(targets.size, one!, many!)
    return { id: verb, row: 'What to do', label: verbWords(verb), note, act: () => desk.pick({ verb }, false) }
  })
  const done = desk.choices.find(([verb]) => ENDS.has(verb!))
  const label = done?.[0] === 'done' ? doneWords(viewOf(desk.view)) : verbWords(done?.[0] ?? '')
  const end = done ? [{ id: done[0]!, label, ...manner(done[0]!), act: () => void desk.submit([done]) }] : []
  return { sentence: desk.decision!.prompt, begun: false, buttons: [...end, ...rows] }
}

/** The question while forces get their orders. */
export function filling(desk: Desk): Filling | null {
  if (!desk.decision || desk.covered || desk.picks.length) return null
  if (courseForce(desk)) return course(desk)
  if (unitTaken(desk)) return marchFilling(desk)
  if (asked(desk) === 'gunlaying') return gunFilling(desk)
  if (asked(desk) === 'gathering') return gathering(desk)
  if (asked(desk) === 'leyte_deployment') return deploying(desk)
  if (MANY_ACTS.has(asked(desk))) return manyActs(desk)
  if (asked(desk) !== 'orders') return null
  const now = nowOf(viewOf(desk.view), factsOf(desk.pieces))
  const all = needs(desk, now)
  const chosen = chosenForce(desk)
  const missions = chosen ? missionsOf(desk, chosen) : []
  const rows = chosen ? missions.map((mission) => ({ id: `plot ${chosen} ${mission}`, row: forceShort(chosen), label: capital(plain(mission)), act: () => void desk.submit([['plot', chosen, mission]]) })) : []
  const open = all.filter((need) => !need.done && need.id !== chosen && missionsOf(desk, need.id).length)
  const others = open.map((need) => ({ id: `about ${need.about}`, row: 'Needs you', label: forceShort(need.about), note: need.note, act: () => look(desk, need.about) }))
  const verbs = [...new Set(desk.choices.map(([verb]) => verb!))].filter((verb) => verb !== 'plot')
  const rest = verbs.map((verb) => {
    const own = desk.choices.filter((choice) => choice[0] === verb)
    const only = own.length === 1 ? own[0]! : undefined
    const alone = only?.length === 1
    const note = only && !alone ? valueWords(only.at(-1)!, verb, only.length - 2, desk).label : undefined
    const row = rows.length || others.length ? ASIDE : 'What to do'
    return { id: verb, label: alone ? doneWords(now.view) : verbWords(verb), ...(alone ? manner(verb) : { row, note }), act: only ? () => void desk.submit([only]) : () => desk.pick({ verb }, false) }
  })
  const left = all.filter(({ done, about }) => !done && isForce(about)).length
  return {
    sentence: chosen && missions.length ? `${forceShort(chosen)}: choose its Mission.` : left ? `${counted(left, 'Task Force')} ${left === 1 ? 'has' : 'have'} no Mission yet.` : all.some(({ done, about }) => done && isForce(about)) ? 'Every force has its orders.' : desk.decision.prompt,
    begun: false, buttons: [...rest.filter((one) => !('row' in one)), ...rows, ...others, ...rest.filter((one) => 'row' in one)],
  }
}

/** The selected force, if it is the viewer's own. */
export function chosenForce(desk: Desk): string | null {
  const course = courseForce(desk)
  if (course) return course
  return desk.looked && isForce(desk.looked) && desk.looked.startsWith(`${desk.decision?.side}_`) ? desk.looked : null
}
export const missionsOf = (desk: Desk, force: string): string[] => desk.choices.flatMap(([verb, who, mission]) => (verb === 'plot' && who === force ? [mission!] : []))

/** Selects a force or a place: the rail shows it. */
export function look(desk: Desk, id: string): void {
  desk.looked = id
  desk.tab = 'force'
}

/** The hex of the unit in an unfinished choice: its starting point. */
export function pickedHex(desk: Desk): string | null {
  const unit = [...desk.picked].find(isUnit)
  const at = unit ? nowOf(viewOf(desk.view), factsOf(desk.pieces)).value<string>('unit_at', unit) : undefined
  return at && isHex(at) ? at : null
}

/** The hexes in which the remaining choices differ, if all else in them is settled: the dropping unit and its aircraft. */
function askedHexes(desk: Desk): string[] {
  const asked = desk.question
  if (asked.kind === 'argument') return asked.values.map(({ id }) => id).filter(isHex)
  return asked.kind === 'whole' && asked.choices.length > 1 ? asked.choices.flatMap(([, ...parts]) => parts.filter((id) => isHex(id) && !desk.picked.has(id))) : []
}

/** The lit ids of a question before anything is named: during deployment, only units that may be elsewhere. */
function begins(desk: Desk): string[] {
  if (desk.picks.length) return [...new Set([...desk.lit, ...askedHexes(desk)])]
  if (asked(desk) === 'leyte_deployment') return []
  if (asked(desk) !== 'burma_deployment') return [...desk.lit]
  return [...new Set(desk.choices.flatMap(([verb, first]) => (verb !== 'plan_drop' && first !== undefined ? [first] : [])))]
}

/** The lit hexes: those in reach of the current force, or else those of the next argument; also forces, and boxes off the map. */
export function lit(desk: Desk): { hexes: ReadonlySet<number>; forces: ReadonlySet<string> } {
  if (!desk.decision) return { hexes: new Set(), forces: new Set() }
  if (courseForce(desk)) return { hexes: new Set(destinations(desk).keys()), forces: new Set() }
  const march = marchLit(desk)
  if (march) return { hexes: march, forces: new Set() }
  const ids = begins(desk)
  const hexes = ids.filter(isHex).map(hexOf)
  const now = desk.picked.size ? null : nowOf(viewOf(desk.view), factsOf(desk.pieces))
  const units = now && isBurma(now.view) ? ids.filter(isUnit).map((id) => hexOf(now.value<string>('unit_at', id) ?? '')).filter((hex) => hex !== NOWHERE) : []
  const fights = asked(desk) === 'next_battle' ? forcesIn(ids, viewOf(desk.view)) : []
  return { hexes: new Set([...hexes, ...units]), forces: new Set([...ids.filter((id) => isForce(id) || isSubron(id) || factsOf(desk.pieces).boxes.includes(id)), ...fights]) }
}

/** 4.2 The forces that are, or are reported, in the hexes of waiting battles: a hex itself is hidden under its counters. */
export const forcesIn = (hexes: readonly string[], view: PacificView): string[] => {
  const lie = Object.entries({ ...view.force_at, ...view.contact_at })
  return lie.flatMap(([id, at]) => (at && hexes.includes(at) ? [id] : []))
}

/** A hex beyond reach: the force may be sent there over several phases; if it may not, the referee gives the reason. */
export function sendFar(desk: Desk, hex: number): void {
  desk.draft = { far: idOf(hex) }
  if (usualLeg(desk)) desk.notices.clear()
  else void desk.whyNot(['sail', idOf(hex)])
}

/** A hex was pressed. Returns whether that meant a choice. */
export function pressHex(desk: Desk, hex: number): boolean {
  if (!desk.decision || desk.busy) return false
  if (courseForce(desk)) {
    if (destinations(desk).has(hex)) {
      desk.notices.clear()
      if (hexOf(draftOf(desk).to ?? '') === hex) return false
      headFor(desk, hex)
      return true
    }
    sendFar(desk, hex)
    return true
  }
  if (pressMarch(desk, hex)) return true
  const meant = begins(desk).find((id) => isHex(id) && hexOf(id) === hex)
  const picked = [...desk.picked].find(isUnit)
  const units = pressable(nowOf(viewOf(desk.view), factsOf(desk.pieces)), hex, new Set([...desk.lit, ...desk.choices.flatMap((choice) => choice.slice(1).filter(isUnit))]))
  // Transports usually carry stores from a base, not to it; units there that wait are in the list.
  if (meant && asked(desk) === 'air_lift' && !desk.picks.length && desk.choices.some(([verb, at]) => at === meant && verb?.endsWith('_stores'))) {
    desk.pick({ id: meant, at: 0 }, false)
    return true
  }
  const whole = meant && !desk.lit.has(meant) ? desk.left.filter((choice) => choice.includes(meant, 1)) : []
  if (whole.length === 1) return desk.mean(whole)
  if (meant && (picked || desk.picks.length || !units.length)) return desk.press(meant)
  return units.length > 0 && desk.press(nextOf(units, picked ?? null))
}

/** What a player probably meant by choosing an id that is not offered. */
export function guess(desk: Desk, id: string): Action | null {
  if (courseForce(desk) && isHex(id)) return ['sail', id]
  return null
}
