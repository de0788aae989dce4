import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { Desk, ValueWords } from '../../app/game'
import { counted } from '../../lib/words'
import { assaultWords, oddsAhead, shoreLine, waveLine } from './ahead.svelte'
import { hexOf, isHex } from './grid'
import { isBurma } from './burma'
import { BURMA_DONE, BURMA_PARTS, BURMA_STEPS, BURMA_SUB, BURMA_SUBLINES, BURMA_VERBS, burmaValue, carriesStores, workWords, type TurnStep } from './burma_words'
import { boxName, capital, factsOf, forceShort, frameOf, isForce, isSubron, isUnit, kindOf, nowOf, plain, procedureOf, sideOfId, subronName, topFrame, turnName, viewOf, type Facts, type Now } from './play_view'
import { portSeen, portWords, seenInPort } from './ports'
import { subronPoints } from './subrons'
import { costNote, workCost, worksAt } from './works'
import type { PacificView } from './types'
import { fitting } from './line'

const VERBS: Readonly<Record<string, string>> = {
  announce: 'Announce an assault', garrison: 'Place the division', station: 'Station a Subron', lie: 'Place there', ready: 'Finish deployment', decoy: 'Place a dummy', recall: 'Remove a dummy',
  placed: 'Done with dummies', form: 'Form a Task Force', form_off_map: 'Form off the map', join: 'Join two forces', disband: 'Disband a force', assign: 'Add a ship',
  enter: 'Sail onto the map', come_in: 'Enter there', follow: 'Continue along the lanes', leave: 'Leave the map', plot: 'Give a Mission', sail: 'Sail', hold: 'Stay', react: 'React to a contact',
  shift: 'Change the distance', alter: 'Alter a Mission', steer: 'Change Mission', steer_for: 'Sail', wait: 'Change Mission, stop', keep: 'Keep the old orders', carry_on: 'Continue', done: 'Done',
  search: 'Search', patrol: 'Patrol over a hex', cover: 'Patrol over a force', fly_over: 'Patrol over it', strike: 'Strike a force', raid: 'Strike a hex', send: 'Send points', fly: 'Launch the wave',
  allot: 'Aim at a ship', strike_with: 'Aim at it', drop: 'Attack', transfer: 'Transfer', divert: 'Land elsewhere', make_ready: 'Make ready', guard: 'Patrol over a hex', shield: 'Patrol over a force', stay_over: 'Patrol over it',
  write_off: 'Lose to attrition', fight: 'Seek battle', battle_at: 'Fight next', avoid: 'Avoid battle', fire: 'Fire', fire_at: 'Fire at', break_off: 'Leave the battle', shell: 'Bombard', embark: 'Go aboard', land: 'Land',
  take_supply: 'Load supply', leave_supply: 'Unload supply', move: 'Move', march: 'March', force_march: 'Forced march', make_speed: 'Speed', stand_off: 'Turn there', fly_to: 'Transfer there', trade_for: 'Exchange for', stand_at: 'Start there', base_at: 'Base there', break_down: 'Split a division', deploy: 'Deploy a base',
  pack: 'Pack a base', attack: 'Attack a hex', commit: 'Commit', all_in: 'Commit all', assault: 'Attack with these', suffer: 'Take the losses', retreat: 'Retreat',
  advance: 'Enter the hex', torpedo: 'Attack a ship', send_subron: 'Take station', transit_subron: 'Go in transit', refit_subron: 'Refit', put_out: 'Put to sea', make_for: 'Sail there', ferry: 'Pick up a load', ferry_from: 'Pick up a load', scout_port: 'Scout a port', scout_at: 'Scout a port', ferry_unit: 'Load a unit', ferry_stores: 'Load stores', bring_to: 'Take it to',
  repair: 'Repair', refuel: 'Refuel', choose_objective: 'Choose the Objective', plan: 'Plan an assault', exchange: 'Exchange air points', restow: 'Move air points', place_subron: 'Station a Subron', lie_in_wait: 'Place there',
  split_before: 'Split into brigades', deployed: 'Finish deployment', redeploy: 'Start elsewhere', rebase: 'Base elsewhere', leave_out: 'Leave out', bring_in: 'Bring in', stock: 'Move Supply Blocks',
  begin_kamikazes: 'Begin Kamikaze Strikes', hold_back: 'Not yet', divide: 'Split a transport', combine: 'Join two transports', hasten: 'Maximum Effort repair', berth: 'Start at a port', send_home: 'Send a ship home', leave_behind: 'Leave a ship behind', scuttle: 'Scuttle a ship', start_split: 'Split into brigades', base: 'Base new points', make_whole: 'Rebuild a unit', set_up: 'Set up a headquarters', supply_first: 'Supply first', staff_first: 'Supply a headquarters first', ...BURMA_VERBS,
}
export const verbWords = (verb: string): string => VERBS[verb] ?? capital(plain(verb))

/** What may end a question, said in its own words. */
const DONE: Readonly<Record<string, string>> = {
  orders: 'End the orders', gathering: 'Force complete', search_orders: 'End the search', declaring: 'End declarations', transfers: 'End the transfers', at_the_shore: 'Finished ashore',
  marching: 'End the marches', attacking: 'End the attacks', submarine_orders: 'End the orders', ready_orders: 'Ready', special_orders: 'No more strikes', advance: 'Enter no more',
  gunlaying: 'Open fire', decoys: 'Dummies placed', plans: 'End the plans', supply_orders: 'Spend no more', pay_order: 'The rest in order', ...BURMA_DONE,
}
export const doneWords = (view: PacificView): string => DONE[procedureOf(view)] ?? 'Done'

/** A whole choice for a button. */
export const choiceWords = (action: Action, name: () => string): string => (action.length === 1 ? verbWords(action[0]!) : action.length === 2 && isSubron(action[1]!) ? `${subronName(action[1]!)}: ${verbWords(action[0]!).toLowerCase()}` : capital(name()))

/** What costs one's own side something, and so is no filled button. */
const COSTLY = new Set(['scuttle', 'leave_behind', 'write_off', 'suffer', 'leave_out', 'disband'])
/** The only choice that is left once a unit is named: "Land". */
export const aloneWords = ([verb = '']: Action): { label: string; key: string; weight?: 'go' } => ({ label: verbWords(verb), key: 'D', ...(COSTLY.has(verb) ? {} : { weight: 'go' as const }) })

const SPEEDS: Readonly<Record<string, string>> = { speed_0: 'Lie still', speed_1: 'Speed 1', speed_2: 'Speed 2', speed_3: 'Speed 3' }

/** 42.71 The fuel of a force that enters. */
const TANKS: Readonly<Record<string, string>> = { as_they_are: 'Keep what it has', filled: 'Fill up' }

/** 6.3 to 6.5, 31.1 What there is to strike in a hex, and from where. */
const TARGETS: Readonly<Record<string, string>> = {
  ships: 'Ships in port', airbase: 'Airbase', port: 'Port', ground: 'Ground units', guns: 'Coastal guns', supply: 'Supply Points', railcap: 'Railways (Railcap)', seacap: 'Coastal shipping (Seacap)',
}
/** 31.1 */
const HEIGHTS: Readonly<Record<string, ValueWords>> = {
  low: { label: 'From low altitude', note: 'bombs hit better; anti-aircraft fire doubled' }, medium: { label: 'From medium altitude', note: 'neither better nor worse' },
  high: { label: 'From high altitude', note: 'bombs hit worse; anti-aircraft fire halved' },
}

/** "Midway", "TF 3", "Akagi": an id for a button, with what is worth knowing of it. */
export function valueWords(id: string, verb: string, _at: number, desk: Desk): ValueWords {
  const facts = factsOf(desk.pieces)
  const now = nowOf(viewOf(desk.view), facts)
  if (verb === 'begin_work' && !isHex(id)) return { label: workWords(id), note: costNote(id, desk) }
  const burma = burmaValue(id, verb, desk.decision?.side)
  if (burma) return { label: burma }
  if (verb === 'divide' && /^\d+$/.test(id)) return { label: counted(Number(id), 'quarter'), note: 'a unit of its own' }
  const lifted = STORES.has(verb) && /^\d+$/.test(id) ? lifting(verb, desk) : 0
  if (lifted) return { label: counted(Number(id), 'point'), note: carriesStores(verb, Number(id), lifted) }
  if (/^\d+$/.test(id)) return { label: verb === 'decoy' ? `As ${counted(Number(id), 'ship')}` : verb === 'take_supply' || verb === 'leave_supply' ? counted(Number(id), 'Supply Point') : verb === 'stock' ? counted(Number(id), 'Supply Block') : counted(Number(id), 'point') }
  if (isForce(id)) return { label: forceShort(id), side: sideOfId(id), note: forceNote(id, now) }
  if (isUnit(id)) return { label: unitName(id, now), side: sideOfId(id), note: [whereUnit(id, now), ...(verb === 'suffer' ? [carriesWords(id, now)] : []), ...(WHOLE.has(verb) ? [priceWords(id, now)] : [])].filter(Boolean).join(', ') }
  if (isSubron(id)) return { label: subronName(id), side: sideOfId(id), icon: 'submarine', note: [subronPoints(now.view, id), now.view.subron_at?.[id] ? facts.hexWords(now.view.subron_at[id]!) : ''].filter(Boolean).join(', ') || undefined }
  if (verb === 'choose_objective' && isHex(id)) return { label: facts.placeName(id), note: `${id}, ${counted(worthOf(id, now), 'point')}` }
  if (verb === 'battle_at' && isHex(id)) return { label: facts.placeName(id), note: now.forces.filter((one) => now.view.force_at[one] === id).map(forceShort).join(', ') || undefined }
  const assault = ASSAULTS.has(verb) && isHex(id) ? assaultWords(oddsAhead(desk), id) : ''
  if (verb === 'plan' && isHex(id)) return planned(id, now, assault)
  if (isHex(id)) return { label: facts.placeName(id.toUpperCase()), note: [facts.places.has(hexOf(id)) ? id.toUpperCase() : '', verb === 'begin_work' ? worksAt(id, desk.choices, now) : '', verb === 'raid' ? seenInPort(now, hexOf(id)) : '', assault].filter(Boolean).join(', ') || undefined }
  const ship = facts.ships.get(id)
  if (ship) return { label: facts.shipName(id), side: ship.side, icon: kindOf(ship.type), note: AT_SHORE.has(verb) ? [ship.type, whereShip(id, now)].filter(Boolean).join(', ') : shipNote(id, now) }
  if (verb === 'raid' && id in TARGETS) return { label: id === 'ships' ? shipsThere(desk, now) : TARGETS[id]! }
  if (verb === 'raid' && id in HEIGHTS) return HEIGHTS[id]!
  if (verb === 'shell' && id in TARGETS) return { label: TARGETS[id]! }
  if (id in SPEEDS) return { label: SPEEDS[id]! }
  if (id in TANKS) return { label: TANKS[id]! }
  if (facts.boxes.includes(id)) return { label: boxName(id) }
  const type = facts.ground.get(id)
  if (type) return { label: type.kind === 'air_hq' ? `${capital(id.split('_').at(-1)!)} HQ` : type.printed }
  if (facts.aircraftOf(id)) return { label: facts.stackName(id), note: stackNote(id, facts) }
  return { label: capital(plain(id)) }
}

/** 8.41 What is known of the ships in the port that is to be struck. */
function shipsThere(desk: Desk, now: Now): string {
  const at = [...desk.picked].find(isHex)
  const port = at && portSeen(now, hexOf(at))
  return port ? `${TARGETS['ships']}: ${portWords(port)}` : TARGETS['ships']!
}

const STORES = new Set(['fly_stores', 'drop_stores'])
/** 6.8 What a point of the transports lifts that are named, or the only ones left; nothing where several are. */
function lifting(verb: string, desk: Desk): number {
  const named = desk.choices.filter((choice) => choice[0] === verb && [...desk.picked].every((id) => choice.includes(id)))
  const stacks = new Set([...desk.picked, ...(new Set(named.map((choice) => choice[2])).size === 1 ? [named[0]?.[2] ?? ''] : [])].filter((id) => factsOf(desk.pieces).aircraftOf(id)))
  const [stack] = stacks
  return stacks.size === 1 ? (factsOf(desk.pieces).aircraftOf(stack!)?.transport_quarters ?? 0) : 0
}

/** 16.2, 6.9 What is written down before anybody lands. */
const ASSAULTS = new Set(['plan', 'announce', 'plan_drop'])

/** 16.2 A hex to plan an assault on: the Objective first, then places by name, then the others by region. */
function planned(id: string, { facts, view }: Now, odds: string): ValueWords {
  const hex = hexOf(id)
  const [label, region] = [facts.placeName(id), capital(plain(facts.atlas.regionOf(hex))) || 'Other hexes']
  if (id === view.objective) return { label, note: ['the Objective', id, odds].filter(Boolean).join(', '), row: 'The Objective', order: '0' }
  return facts.places.has(hex) ? { label, note: [id, odds].filter(Boolean).join(', '), row: 'Places', order: `1 ${label}` } : { label, note: odds || undefined, row: region, order: `2 ${region} ${label}` }
}

/** 45.42 What a hex scores as the Objective. */
const worthOf = (hex: string, { facts, view }: Now): number => (facts.objectives[view.scenario] ?? []).find(({ hexes }) => hexes.includes(hex))?.points ?? 0

const ROLES: readonly (readonly [keyof NonNullable<ReturnType<Facts['aircraftOf']>>, string])[] = [['air_to_air', 'air combat'], ['bomb', 'bombs'], ['torpedo', 'torpedoes'], ['search', 'search']]
export function stackNote(stack: string, facts: Facts): string {
  const plane = facts.aircraftOf(stack)
  return plane ? [...ROLES.flatMap(([field, words]) => (Number(plane[field]) > 0 ? `${words} ${String(plane[field])}` : [])), `range ${plane.range_mp}`].join(', ') : ''
}

/** 38.5 the quarters of a whole unit of Joint Shipping */
const WHOLE_UNIT = 4
export function shipNote(id: string, now: Now): string {
  const ship = now.facts.ships.get(id)!
  const damage = now.level(id)
  const split = now.split(id)
  return [split ? `${ship.type}, ${counted(WHOLE_UNIT - split, 'quarter')} of a unit` : ship.type, `speed ${ship.speed_class}`, ship.fuel ? `fuel ${now.fuel(id)}` : '', damage ? `D${damage}` : ''].filter(Boolean).join(', ')
}

export function forceNote(id: string, now: Now): string {
  const where = now.whereOf(id)
  const at = isHex(where) ? now.facts.placeName(where) : where ? boxName(where) : now.view.contact_at[id] ? now.facts.placeName(now.view.contact_at[id]!) : ''
  const ships = now.shipsIn(id).length
  return [ships ? counted(ships, 'ship') : now.isForming(id) ? 'being formed' : now.whereOf(id) ? 'dummy' : '', at].filter(Boolean).join(', ')
}

export function unitName(id: string, now: Now): string {
  const type = now.unit(id)
  const kind = !type || type.kind === 'combat' ? '' : type.kind === 'air_hq' ? 'headquarters' : plain(type.kind) !== type.printed.toLowerCase() ? plain(type.kind) : ''
  return type ? `${type.printed} ${kind}`.trim() : capital(plain(id))
}
/** 21.2 What a unit carries of losses that were left over. */
export function carriesWords(id: string, now: Now): string {
  const carried = Number(now.value('losses_carried', id) ?? 0)
  return carried ? `${carried} loss point${carried === 1 ? '' : 's'} left` : ''
}
/** 21.6 What making a unit whole takes. */
const WHOLE = new Set(['rebuild', 'make_whole'])
const priceWords = (id: string, now: Now): string => counted(now.unit(id)?.rebuild_sp ?? 0, 'Supply Point')
/** 16.1 What single ships do at the shore, where what matters is whose shore it is. */
const AT_SHORE = new Set(['take_supply', 'leave_supply', 'embark', 'shell'])
export function whereShip(id: string, now: Now): string {
  const at = now.value<string>('ship_at', id) ?? ''
  const off = now.view.force_at[at] ?? at
  return [isForce(at) ? forceShort(at) : '', isHex(off) ? now.facts.placeName(off) : ''].filter(Boolean).join(' at ')
}
function whereUnit(id: string, now: Now): string {
  const at = now.value<string>('unit_at', id) ?? ''
  const aboard = now.value<string>('ship_at', at) ?? ''
  const off = now.view.force_at[aboard] ?? aboard
  return isHex(at) ? now.facts.placeName(at) : at ? [now.facts.baseName(at), isHex(off) ? now.facts.placeName(off) : ''].filter(Boolean).join(', ') : ''
}

/** What is named one after the other in a choice of a verb. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  announce: ['the hex'], garrison: ['the hex'], station: ['the kind', 'how many points'], lie: ['the hex'], lie_in_wait: ['the hex'], decoy: ['the place', 'how many ships it shows'], form: ['the port'], form_off_map: ['the box'], assign: ['the ship'],
  join: ['the force', 'the other force'], disband: ['the force'], recall: ['the force'], plot: ['the force', 'the Mission'], alter: ['the force'], follow: ['the force', 'the lane'], sail: ['the hex', 'the speed'], steer: ['the Mission', 'the hex'], steer_for: ['the hex'], wait: ['the Mission'],
  divert: ['the base', 'the points', 'the new base', 'how many'], write_off: ['the base', 'the points'], attack: ['the hex'], commit: ['the unit'], suffer: ['the unit'], retreat: ['the hex'], advance: ['the unit'], land: ['the unit'], deploy: ['the unit'], pack: ['the unit'],
  break_down: ['the unit'], form_up: ['the hex', 'the unit'], split_before: ['the unit'], start_split: ['the unit'], make_whole: ['the unit'], scuttle: ['the ship'],
  choose_objective: ['the hex'], plan: ['the hex'], search: ['the base', 'the points', 'how many'], patrol: ['the base', 'the points', 'the hex', 'how many'], cover: ['the base', 'the points', 'the force', 'how many'], fly_over: ['the force', 'how many'],
  guard: ['the base', 'the points', 'the hex', 'how many'], shield: ['the base', 'the points', 'the force', 'how many'], stay_over: ['the force', 'how many'], raid: ['the hex', 'the target', 'the height'], strike: ['the force'],
  send: ['the base', 'the points', 'the Role', 'how many'], allot: ['the ship', 'the points', 'the Role', 'how many'], strike_with: ['the points', 'the Role', 'how many'], enter: ['the force', 'the Mission', 'where it enters', 'the fuel'], come_in: ['where it enters', 'the fuel'], make_ready: ['the base', 'the points', 'how many'],
  transfer: ['the base', 'the points'], fly_to: ['the new base', 'how many'], rebase: ['the base', 'the points'], base_at: ['the new base', 'how many'], leave_out: ['the base', 'the points', 'how many'],
  bring_in: ['the points', 'the base', 'how many'], base: ['the points', 'the base', 'how many'], stock: ['the hex', 'where they start', 'how many'], redeploy: ['the unit'], stand_at: ['where it starts'], set_out: ['the unit'], start_at: ['where it starts'],
  take_supply: ['the ship', 'how much'], leave_supply: ['the ship', 'how much'], embark: ['the unit', 'the ship'], shell: ['the force', 'the target'], fire: ['the ship'], fire_at: ['the target', 'the weapons'],
  move: ['the unit'], march: ['the hex'], force_march: ['the hex'], entrain: ['the hex'], coast: ['the hex'], shift: ['the force', 'the enemy'], stand_off: ['the hex'], exchange: ['the carrier', 'the points'], trade_for: ['the carrier', 'the points'], restow: ['the carrier', 'the points', 'the other carrier'], divide: ['the transport', 'how many quarters'], combine: ['the transport', 'the other transport'], hasten: ['the ship'], berth: ['the ship', 'where it starts'], make_speed: ['the speed'], battle_at: ['the hex'], ...BURMA_PARTS, set_up: ['the base', 'the size'], place_subron: ['the kind', 'how many points'],
}
/** What is chosen next of the one verb that is left: the argument that is asked for, or in which the last choices differ. */
function nextPart(desk: Desk, verb: string | undefined, named: number): string {
  const asked = desk.question
  const differ = asked.kind === 'whole' ? (asked.choices[0]?.findIndex((part, n) => n > 0 && asked.choices.some((choice) => choice[n] !== part)) ?? 0) - 1 : -1
  const part = PARTS[verb ?? '']?.[asked.kind === 'argument' ? asked.at : differ]
  return part ? `choose ${part}` : !named ? 'choose which' : hexNext(desk) ? 'choose a hex' : verb ? 'choose next' : 'choose what to do'
}
/** The verb of a choice that is half made: the one that was named, or the only one left. */
function verbLeft(desk: Desk, verb: string | null): string | undefined {
  const asked = desk.question
  if (verb) return verb
  if (asked.kind === 'argument') return asked.verb
  const verbs = asked.kind === 'whole' ? new Set(asked.choices.map(([one]) => one)) : new Set<string | undefined>()
  return verbs.size === 1 ? [...verbs][0] : undefined
}

/** The question while a choice is half made by its buttons. */
export function askWords(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', told: string | null, desk: Desk): string {
  const verb = verbLeft(desk, told)
  const alone = next === 'whole' && desk.question.kind === 'whole' && desk.question.choices.length === 1 ? desk.question.choices[0] : undefined
  const named = picks.flatMap((pick) => ('id' in pick ? [pickedWords(pick.id, verb ?? '', desk)] : []))
  const about = subject(picks, desk)
  if (alone?.[0] === 'begin_work') {
    const [work, cost] = [workWords(alone[2]!), workCost(alone[1]!, alone[2]!, nowOf(viewOf(desk.view), factsOf(desk.pieces)))]
    return fitting(`${pickedWords(alone[1]!, '', desk)}: ${work.toLowerCase()} for ${cost}?`, `${work} for ${cost}?`, `${work}: begin it?`)
  }
  if (alone && named.length) {
    const act = verbWords(alone[0]!)
    const small = act.replace(/^./, (c) => c.toLowerCase())
    return fitting(`${named.join(', ')}: ${small}?`, `${named.at(-1)}: ${small}?`, `${act}?`)
  }
  const said = [...(verb ? [verbWords(verb)] : []), ...named].join(', ')
  const head = about && said ? `${about}, ${said.replace(/^./, (c) => c.toLowerCase())}` : said
  if (!head) return 'Choose one of these.'
  const part = next === 'verb' ? 'choose what to do' : nextPart(desk, verb, named.length)
  const gate = verb === 'enter' || verb === 'come_in' ? [...desk.picked].find(isHex) : undefined
  const heads = [...(gate ? [`${about || named[0]} enters at ${pickedWords(gate, '', desk)}`] : []), head, named.at(-1) ?? head]
  return fitting(...heads.map((one) => `${one}: ${part}.`), `${capital(part)}.`)
}
/** Whom the decision is about, while a choice that does not name it is half made: "11-3 at Gangaw, go by water: choose the hex." */
function subject(picks: readonly Pick[], desk: Desk): string {
  const frame = desk.decision ? topFrame(viewOf(desk.view), desk.decision.side) : undefined
  const { facts, id } = { facts: factsOf(desk.pieces), id: (field: string): string => (typeof frame?.[field] === 'string' ? frame[field] : '') }
  const [unit, force, subron, ship, stack, base] = [id('unit'), id('force'), id('subron'), id('ship'), id('stack'), id('base') || id('deck')]
  if (picks.some((pick) => 'id' in pick && [unit, force, subron, ship, stack].includes(pick.id))) return ''
  if (isUnit(unit)) return pickedWords(unit, '', desk)
  if (isForce(force)) return forceShort(force)
  if (isSubron(subron)) return subronName(subron)
  if (facts.ships.has(ship)) return facts.shipName(ship)
  return facts.aircraftOf(stack) ? `${facts.stackName(stack).split(',')[0]}${base ? ` at ${facts.baseName(base)}` : ''}` : ''
}
const hexNext = (desk: Desk): boolean => desk.lit.size > 0 && [...desk.lit].every(isHex)
/** What was named so far: ground units, of which many are of a type, with where they are. */
export function pickedWords(id: string, verb: string, desk: Desk): string {
  const { label, note } = valueWords(id, verb, 0, desk)
  return isUnit(id) && note ? `${label} at ${note}` : label
}

/** Keys and weights of choices that stand alone. */
export function manner(verb: string): { key?: string; weight?: 'go' | 'plain' | 'quiet'; icon?: string } {
  if (['done', 'ready', 'deployed', 'all_set', 'placed', 'carry_on', 'fly', 'drop', 'assault', 'keep'].includes(verb)) return { key: 'D', weight: 'go' }
  return {}
}

/** The steps of a Game-Turn (4.1), and the last step of its frame that belongs to each. */
const STEPS: readonly TurnStep[] = [
  { name: 'Start', short: 'Start', upTo: 4 }, { name: 'Air Phase 1', short: 'Air 1', upTo: 5 }, { name: 'Naval Phase 1', short: 'Naval 1', upTo: 6 }, { name: 'Air Phase 2', short: 'Air 2', upTo: 7 },
  { name: 'Naval Phase 2', short: 'Naval 2', upTo: 8 }, { name: 'Air Phase 3', short: 'Air 3', upTo: 9 }, { name: 'Naval Phase 3', short: 'Naval 3', upTo: 10 },
  { name: 'Ground Phase', short: 'Ground', upTo: 11 }, { name: 'Supply', short: 'Supply', upTo: 12 }, { name: 'End', short: 'End', upTo: 99 },
]
/** The steps of a scenario's Game-Turn: no ships sail in Burma (44.13). */
export const stepsOf = (view: PacificView): readonly TurnStep[] => (isBurma(view) ? BURMA_STEPS : STEPS)
export function stepNow(view: PacificView): number {
  const leyte = frameOf(view, 'leyte_game_turn') ?? frameOf(view, 'leyte_turn')
  const next = leyte ? asAtMidway(Number(leyte['next'] ?? 0)) : Number((frameOf(view, 'burma_turn') ?? frameOf(view, 'game_turn'))?.['next'] ?? 0)
  return stepsOf(view).findIndex(({ upTo }) => next <= upTo)
}
/** A Game-Turn of Leyte has a step more after the fourth, and two after the supply. */
const asAtMidway = (next: number): number => { const early = next > 4 ? next - 1 : next; return early > 12 ? Math.max(12, early - 2) : early }
const SCENARIOS: Readonly<Record<string, string>> = { midway: 'Midway', leyte: 'Leyte', leyte_freely: 'Leyte', burma: 'Burma', burma_freely: 'Burma, freely deployed' }

const SUB: Readonly<Record<string, string>> = {
  orders: 'missions', course: 'courses', entering: 'courses', gathering: 'ships', search_orders: 'search', declaring: 'patrols and strikes', wave_plan: 'a wave', transfers: 'transfers', at_the_shore: 'at the shore',
  gunlaying: 'battle', laying: 'battle', meeting: 'contact', next_battle: 'battle', aiming: 'attack', allotting: 'attack', covering: 'patrols and strikes', shielding: 'who is ready', in_impulse: 'impulse', shifting: 'impulse', pace: 'courses', new_base: 'transfers', moving: 'marches', lift_moving: 'marches', exchanging: 'deployment', rebasing: 'deployment', redeploying: 'deployment', marching: 'marches', lift_marching: 'marches', attacking: 'attacks', submarine_orders: 'submarines', subron_course: 'submarines', putting_out: 'submarines', ferrying: 'submarines', decoys: 'dummies',
  leyte_deployment: 'deployment', lying_in_wait: 'a Subron', plans: 'plans', kamikaze_call: 'kamikazes', supply_orders: 'what supply pays for', pay_order: 'supply', ...BURMA_SUB,
}

/** Where the match stands, for a wide bar and for a narrow one. */
export function where(told: View): { long: string; brief: string } {
  const view = viewOf(told)
  if (!view.frames?.length) return { long: `${turnName(view.turn)} · over`, brief: turnName(view.turn) }
  const step = stepsOf(view)[stepNow(view)]!
  const sub = SUB[procedureOf(view)]
  return { long: `${SCENARIOS[view.scenario] ?? capital(view.scenario)} · ${turnName(view.turn)} · ${step.name}${sub ? `, ${sub}` : ''}`, brief: `${turnName(view.turn)} ${step.short}` }
}

const SUBLINES: Readonly<Record<string, string>> = {
  deployment: 'All else starts where the booklet puts it.',
  decoys: 'A dummy sails like a fleet; the enemy cannot tell.',
  orders: 'Both plot in secret. Forces without a Mission stay.',
  course: 'Press a hex within the gold line to see the cost.',
  search_orders: 'Points that search cannot strike in this phase.',
  declaring: 'Points on patrol meet strikes; the rest may strike.',
  wave_plan: 'Escorts meet patrols before the strikers come.',
  next_battle: 'Each place with a battle is lit.',
  meeting: 'Both sides choose in secret.',
  gunlaying: 'A ship without a target holds its fire.',
  laying: 'The target first, then the weapons.',
  in_impulse: 'They sail as plotted unless you change something.',
  allotting: 'The points first, then how many attack.',
  covering: 'The Task Force first, then how many fly.',
  shielding: 'The Task Force first, then how many fly.',
  entering: 'At the edge. Inland Sea ships may fill up first.',
  pace: 'Faster burns more fuel.',
  shifting: 'Press a lit hex to close or open the distance.',
  new_base: 'The base first, then how many go there.',
  exchanging: 'One point of each moves to the other carrier.',
  rebasing: 'The base first, then how many start there.',
  redeploying: 'Press a lit hex.',
  moving: 'Press a lit hex. A Forced March may cost a step.',
  lift_moving: 'Press a lit hex. A Forced March may cost a step.',
  marching: 'Units march over land, but not across straits.',
  attacking: 'The odds shown count every unit that may take part.',
  aiming: 'Points without a target get one by lot.',
  committing: 'Strengths add up; the odds show the result.',
  retreat: 'Press a lit hex.',
  losses: 'Leftover losses stay with the unit.',
  wearing_away: 'Leftover losses stay with the unit.',
  torpedoing: 'One ship of the force they found.',
  new_mission: 'A force alters its Mission only if the die allows.',
  ready_orders: 'Points made ready may strike in the day impulses.',
  special_orders: 'Strikes fly at once in this impulse.',
  wear: 'Points that flew may be lost to attrition.',
  submarine_orders: 'On station, in transit, to refit, or on an errand.',
  ferrying: 'A Load Point for four Sub Points; ashore at phase end.',
  stationing: 'Press a lit hex. Nobody else sees it.',
  subron_course: 'Press a lit hex.',
  putting_out: 'Press a lit hex.',
  new_course: 'Press a lit hex.',
  leyte_deployment: 'Move what your cases allow, then finish.',
  lying_in_wait: 'Press any sea hex in play. Nobody else sees it.',
  plans: 'You may land only where you planned to.',
  kamikaze_call: 'Once begun, one point in 20 may dive each Air Phase.',
  lift_marching: 'On foot, by rail or by water; each unit moves once.',
  arrivals: 'At bases you hold where headquarters have room.',
  gathering: 'The ships you add sail together.',
  transfers: 'Points move within their transfer range.',
  at_the_shore: 'Bombard, land, load and unload.',
  supply_orders: 'Rebuild units, pay headquarters, improve bases.',
  pay_order: 'A hex is supplied as a whole; the rest in hex order.', ...BURMA_SUBLINES,
}
/** What is asked in Leyte too, in other words than in Burma. */
const ELSEWHERE: Readonly<Record<string, string>> = { air_lift: 'Stores for bases and units that ships cannot reach.' }
export const subline = (told: View, _decision: Decision, desk?: Desk): string => waveLine(oddsAhead(desk)) || shoreLine(oddsAhead(desk)) || noMorePlans(viewOf(told), desk) || outOfReach(viewOf(told), desk) || under(viewOf(told))
/** 16.2 What is written stands, and no plan can be added to it. */
function noMorePlans(view: PacificView, desk?: Desk): string {
  if (!desk || procedureOf(view, desk.decision?.side) !== 'plans' || desk.choices.some(([verb]) => verb === 'plan')) return ''
  const written = Object.values(view.plan_at ?? {}).filter(Boolean).length
  return `${counted(written, 'plan')} made; no more can be added now.`
}
/** Why a question leaves nothing but to go on: nobody is left who could do what it asks. */
const NOBODY: Readonly<Record<string, string>> = {
  special_orders: 'No enemy Task Force in contact is within reach.', search_orders: 'None of your points can search now.', declaring: 'None of your points can patrol or strike now.',
  at_the_shore: 'None of your ships can do anything at a shore now.', air_lift: 'None of your transports can carry anything now.', transfers: 'None of your points can transfer now.',
  ready_orders: 'None of your points can be made ready now.', marching: 'None of your units can march now.', attacking: 'No enemy is where your units can attack.', burma_attacking: 'No enemy is where your units can attack.',
}
const outOfReach = (view: PacificView, desk?: Desk): string => (!desk || desk.choices.some((choice) => choice.length > 1) ? '' : (NOBODY[procedureOf(view, desk.decision?.side)] ?? ''))
function under(view: PacificView): string {
  const asked = procedureOf(view)
  return (isBurma(view) ? undefined : ELSEWHERE[asked]) ?? SUBLINES[asked] ?? ''
}

const ABOUT: Readonly<Record<string, readonly [clause: string, text: string]>> = {
  divide: ['38.5', 'In port; its parts can then sail apart. A whole one has four quarters.'],
  combine: ['38.5', 'Two parts in the same port become one unit again.'],
}
/** The clause of a verb that is picked, and what it does, where its name alone does not say it. */
export function about(verb: string): { clause: string; text: string } | undefined {
  const [clause, text] = ABOUT[verb] ?? []
  return clause && text ? { clause, text } : undefined
}

/** What is said beside the last part of a choice in words. */
export function told(choice: Action, desk: Desk): string | undefined {
  const last = choice.at(-1)!
  return choice.length > 1 ? valueWords(last, choice[0]!, choice.length - 2, desk).note : undefined
}
