import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { MatchStore, ValueText } from '../../app/game'
import { counted } from '../../lib/text'
import { assaultText, oddsLookahead, shoreLine, waveLine } from './odds_lookahead.svelte'
import { hexOf, isHex } from './grid'
import { isBurma } from './burma'
import { burmaValue, carriesStores, constructionText } from './burma_text'
import { WORDS } from './catalogue'
import { boxName, capital, factsOf, forceShort, isForce, isLink, isSubron, isUnit, kindOf, knownPosition, plain, procedureOf, sideOfId, subronName, topFrame, turnFrame, turnName, viewOf, type Facts, type KnownPosition } from './play_view'
import { portSeen, portText, seenInPort } from './ports'
import { subronPoints } from './subrons'
import { costNote, constructionCost, projectsAt } from './construction'
import type { PacificView } from './types'
import { fitting } from './fitting_text'

export const verbText = WORDS.label

/** The answers that end a question, in their own wording. */
export const doneText = (view: PacificView): string => WORDS.done(procedureOf(view))

/** A whole choice for a button. */
export const choiceText = (action: Action, name: () => string): string => (action.length === 1 ? verbText(action[0]!) : action.length === 2 && isSubron(action[1]!) ? `${subronName(action[1]!)}: ${verbText(action[0]!).toLowerCase()}` : capital(name()))

/** Choices that cost the player's own side something, and therefore have no filled button. */
const COSTLY = new Set(['scuttle', 'leave_behind', 'write_off', 'suffer', 'leave_out', 'disband'])
/** The only choice left once a unit is named: "Land". */
export const onlyChoiceButton = ([verb = '']: Action): { label: string; key: string; weight?: 'primary' } => ({ label: verbText(verb), key: 'D', ...(COSTLY.has(verb) ? {} : { weight: 'primary' as const }) })

const SPEEDS: Readonly<Record<string, string>> = { speed_0: 'Stay in place', speed_1: 'Speed 1', speed_2: 'Speed 2', speed_3: 'Speed 3' }

/** 42.71 The fuel of a force that enters. */
const TANKS: Readonly<Record<string, string>> = { as_they_are: 'Keep what it has', filled: 'Fill up' }

/** 6.3 to 6.5, 31.1 The targets of a strike in a hex, and its bases. */
const TARGETS: Readonly<Record<string, string>> = {
  ships: 'Ships in port', airbase: 'Airbase', port: 'Port', ground: 'Ground units', guns: 'Coastal guns', supply: 'Supply Points', railcap: 'Railways (Railcap)', seacap: 'Coastal shipping (Seacap)',
}
/** 31.1 */
const HEIGHTS: Readonly<Record<string, ValueText>> = {
  low: { label: 'From low altitude', note: 'bombs hit better; anti-aircraft fire doubled' }, medium: { label: 'From medium altitude', note: 'bombs and anti-aircraft fire as usual' },
  high: { label: 'From high altitude', note: 'bombs hit worse; anti-aircraft fire halved' },
}

/** "Midway", "TF 3", "Akagi": an id for a button, with a note. */
export function valueText(id: string, verb: string, _at: number, store: MatchStore): ValueText {
  const facts = factsOf(store.pieces)
  const position = knownPosition(viewOf(store.view), facts)
  if (verb === 'begin_work' && !isHex(id)) return { label: constructionText(id), note: costNote(id, store) }
  const burma = burmaValue(id, verb, store.decision?.side)
  if (burma) return { label: burma }
  if (verb === 'divide' && /^\d+$/.test(id)) return { label: counted(Number(id), 'quarter'), note: 'as a separate unit' }
  const lifted = STORES.has(verb) && /^\d+$/.test(id) ? lifting(verb, store) : 0
  if (lifted) return { label: counted(Number(id), 'point'), note: carriesStores(verb, Number(id), lifted) }
  if (/^\d+$/.test(id)) return { label: verb === 'decoy' ? `As ${counted(Number(id), 'ship')}` : verb === 'take_supply' || verb === 'leave_supply' ? counted(Number(id), 'Supply Point') : verb === 'stock' ? counted(Number(id), 'Supply Block') : LOADS.has(verb) ? counted(Number(id), 'Load Point') : counted(Number(id), 'point') }
  if (isLink(id)) return { label: linkName(id), side: sideOfId(id), note: linkEnds(id, position) }
  if (isForce(id)) return { label: forceShort(id), side: sideOfId(id), note: forceNote(id, position) }
  if (isUnit(id)) return { label: unitName(id, position), side: sideOfId(id), note: [whereUnit(id, position), ...(verb === 'suffer' ? [carriesText(id, position)] : []), ...(WHOLE.has(verb) ? [priceText(id, position)] : [])].filter(Boolean).join(', ') }
  if (isSubron(id)) return { label: subronName(id), side: sideOfId(id), icon: 'submarine', note: [subronPoints(position.view, id), position.view.subron_at?.[id] ? facts.hexText(position.view.subron_at[id]!) : ''].filter(Boolean).join(', ') || undefined }
  if (verb === 'choose_objective' && isHex(id)) return { label: facts.placeName(id), note: `${id}, ${counted(worthOf(id, position), 'point')}` }
  if (verb === 'set_objective') return objectiveValue(id, position)
  if (verb === 'battle_at' && isHex(id)) return { label: facts.placeName(id), note: position.forces.filter((one) => position.view.force_at[one] === id).map(forceShort).join(', ') || undefined }
  const assault = ASSAULTS.has(verb) && isHex(id) ? assaultText(oddsLookahead(store), id) : ''
  if (verb === 'plan' && isHex(id)) return planned(id, position, assault)
  if (isHex(id)) return { label: facts.placeName(id.toUpperCase()), note: [facts.places.has(hexOf(id)) ? id.toUpperCase() : '', verb === 'begin_work' ? projectsAt(id, store.choices, position) : '', verb === 'raid' ? seenInPort(position, hexOf(id)) : '', assault].filter(Boolean).join(', ') || undefined }
  const ship = facts.ships.get(id)
  if (ship) return { label: facts.shipName(id), side: ship.side, icon: kindOf(ship.type), note: AT_SHORE.has(verb) ? [ship.type, whereShip(id, position)].filter(Boolean).join(', ') : shipNote(id, position) }
  if (verb === 'raid' && id in TARGETS) return { label: id === 'ships' ? shipsThere(store, position) : TARGETS[id]! }
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

/** 8.41 The known ships in the port to be struck. */
function shipsThere(store: MatchStore, position: KnownPosition): string {
  const at = [...store.picked].find(isHex)
  const port = at && portSeen(position, hexOf(at))
  return port ? `${TARGETS['ships']}: ${portText(port)}` : TARGETS['ships']!
}

/** 15.6 The cargo of links counted in Load Points. */
const LOADS = new Set(['consign_stores', 'draw_stores'])

const STORES = new Set(['fly_stores', 'drop_stores'])
/** 6.8 The load of a point of the named transports, or of the only ones left; undefined for several. */
function lifting(verb: string, store: MatchStore): number {
  const named = store.choices.filter((choice) => choice[0] === verb && [...store.picked].every((id) => choice.includes(id)))
  const stacks = new Set([...store.picked, ...(new Set(named.map((choice) => choice[2])).size === 1 ? [named[0]?.[2] ?? ''] : [])].filter((id) => factsOf(store.pieces).aircraftOf(id)))
  const [stack] = stacks
  return stacks.size === 1 ? (factsOf(store.pieces).aircraftOf(stack!)?.transport_quarters ?? 0) : 0
}

/** 16.2, 6.9 The plans made before any landing. */
const ASSAULTS = new Set(['plan', 'announce', 'plan_drop'])

/** 16.2 A hex for a planned assault: the Objective first, then places by name, then the others by region. */
function planned(id: string, { facts, view }: KnownPosition, odds: string): ValueText {
  const hex = hexOf(id)
  const [label, region] = [facts.placeName(id), capital(plain(facts.atlas.regionOf(hex))) || 'Other hexes']
  if (id === view.objective) return { label, note: ['the Objective', id, odds].filter(Boolean).join(', '), row: 'The Objective', order: '0' }
  return facts.places.has(hex) ? { label, note: [id, odds].filter(Boolean).join(', '), row: 'Places', order: `1 ${label}` } : { label, note: odds || undefined, row: region, order: `2 ${region} ${label}` }
}

/** 42.43 A rank, or an objective with the place that it names. */
function objectiveValue(id: string, { facts, view }: KnownPosition): ValueText {
  const one = facts.objectives[view.scenario]?.find((row) => row.id === id)
  return one ? { label: capital(one.name), note: one.hexes.length > 1 ? 'any hex' : one.hexes[0] } : { label: `The ${capital(id)} objective` }
}

/** 45.42 The score of a hex as the Objective. */
const worthOf = (hex: string, { facts, view }: KnownPosition): number => (facts.objectives[view.scenario] ?? []).find(({ hexes }) => hexes.includes(hex))?.points ?? 0

const ROLES: readonly (readonly [keyof NonNullable<ReturnType<Facts['aircraftOf']>>, string])[] = [['air_to_air', 'air combat'], ['bomb', 'bombs'], ['torpedo', 'torpedoes'], ['search', 'search']]
export function stackNote(stack: string, facts: Facts): string {
  const plane = facts.aircraftOf(stack)
  return plane ? [...ROLES.flatMap(([field, words]) => (Number(plane[field]) > 0 ? `${words} ${String(plane[field])}` : [])), `range ${plane.range_mp}`].join(', ') : ''
}

/** 38.5 the quarters of a whole unit of Joint Shipping */
const WHOLE_UNIT = 4
export function shipNote(id: string, position: KnownPosition): string {
  const ship = position.facts.ships.get(id)!
  const damage = position.level(id)
  const split = position.split(id)
  return [split ? `${ship.type}, ${counted(WHOLE_UNIT - split, 'quarter')} of a unit` : ship.type, `speed ${ship.speed_class}`, ship.fuel ? `fuel ${position.fuel(id)}` : '', damage ? `D${damage}` : ''].filter(Boolean).join(', ')
}

export function forceNote(id: string, position: KnownPosition): string {
  const where = position.whereOf(id)
  const at = isHex(where) ? position.facts.placeName(where) : where ? boxName(where) : position.view.contact_at[id] ? position.facts.placeName(position.view.contact_at[id]!) : ''
  const ships = position.shipsIn(id).length
  return [ships ? counted(ships, 'ship') : position.isForming(id) ? 'being formed' : position.whereOf(id) ? 'dummy' : '', at].filter(Boolean).join(', ')
}

export function unitName(id: string, position: KnownPosition): string {
  const type = position.unit(id)
  const kind = !type || type.kind === 'combat' ? '' : type.kind === 'air_hq' ? 'headquarters' : plain(type.kind) !== type.printed.toLowerCase() ? plain(type.kind) : ''
  return type ? `${type.printed} ${kind}`.trim() : capital(plain(id))
}
/** 21.2 The losses that a unit carries. */
export function carriesText(id: string, position: KnownPosition): string {
  const carried = Number(position.value('losses_carried', id) ?? 0)
  return carried ? `${carried} loss point${carried === 1 ? '' : 's'} left` : ''
}
/** 21.6 The cost of making a unit whole. */
const WHOLE = new Set(['rebuild', 'make_whole'])
const priceText = (id: string, position: KnownPosition): string => counted(position.unit(id)?.rebuild_sp ?? 0, 'Supply Point')
/** 16.1 Shore actions of single ships, for which the owner of the shore matters. */
const AT_SHORE = new Set(['take_supply', 'leave_supply', 'embark', 'shell', 'join_link', 'leave_link'])
/** 15.2 "Link 2" from a link's id. */
export const linkName = (id: string): string => `Link ${id.split('_').at(-1)}`
/** 15.31 "Truk", "the east edge". */
export const endName = (end: string, { facts }: KnownPosition): string => (isHex(end) ? facts.placeName(end) : `the ${plain(end)}`)
/** 15.2 "Brisbane to the east edge". */
export const linkEnds = (id: string, position: KnownPosition): string => ['link_from', 'link_to'].map((array) => endName(position.value<string>(array, id) ?? 'nowhere', position)).join(' to ')
export function whereShip(id: string, position: KnownPosition): string {
  const at = position.value<string>('ship_at', id) ?? ''
  const link = position.value<string>('ship_link', id) ?? ''
  const off = position.view.force_at[at] ?? at
  return [isForce(at) ? forceShort(at) : isLink(link) ? linkName(link) : '', isHex(off) ? position.facts.placeName(off) : ''].filter(Boolean).join(' at ')
}
function whereUnit(id: string, position: KnownPosition): string {
  const at = position.value<string>('unit_at', id) ?? ''
  const aboard = position.value<string>('ship_at', at) ?? ''
  const off = position.view.force_at[aboard] ?? aboard
  return isHex(at) ? position.facts.placeName(at) : at ? [position.facts.baseName(at), isHex(off) ? position.facts.placeName(off) : ''].filter(Boolean).join(', ') : ''
}

/** The verb whose arguments follow in the same choice. */
const FOLLOWED_BY: Readonly<Record<string, string>> = { sail: 'make_speed', steer: 'steer_for', cover: 'fly_over', shield: 'stay_over', enter: 'come_in', allot: 'strike_with' }
/** What an argument of a choice is, by its place: "the hex". */
export function argumentKind(verb: string, at: number): string | undefined {
  const own = WORDS.about(verb)?.parts?.length ?? 0
  const next = FOLLOWED_BY[verb]
  return at >= own && next ? WORDS.part(next, at - own) : WORDS.part(verb, at)
}
/** The next argument of the only verb left: the one asked for, or the one in which the remaining choices differ. */
function nextPart(store: MatchStore, verb: string | undefined, named: number): string {
  const asked = store.question
  const differ = asked.kind === 'whole' ? (asked.choices[0]?.findIndex((part, n) => n > 0 && asked.choices.some((choice) => choice[n] !== part)) ?? 0) - 1 : -1
  const part = argumentKind(verb ?? '', asked.kind === 'argument' ? asked.at : differ)
  return part ? `choose ${part}` : !named ? 'choose which' : hexNext(store) ? 'choose a hex' : verb ? 'choose next' : 'choose what to do'
}
/** The verb of an unfinished choice: the one named, or the only one left. */
function verbLeft(store: MatchStore, verb: string | null): string | undefined {
  const asked = store.question
  if (verb) return verb
  if (asked.kind === 'argument') return asked.verb
  const verbs = asked.kind === 'whole' ? new Set(asked.choices.map(([one]) => one)) : new Set<string | undefined>()
  return verbs.size === 1 ? [...verbs][0] : undefined
}

/** The question while a choice is being made by its buttons. */
export function askNext(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', given: string | null, store: MatchStore): string {
  const verb = verbLeft(store, given)
  const alone = next === 'whole' && store.question.kind === 'whole' && store.question.choices.length === 1 ? store.question.choices[0] : undefined
  const named = picks.flatMap((pick) => ('id' in pick ? [pickedText(pick.id, verb ?? '', store)] : []))
  const about = subject(picks, store)
  if (alone?.[0] === 'begin_work') {
    const [work, cost] = [constructionText(alone[2]!), constructionCost(alone[1]!, alone[2]!, knownPosition(viewOf(store.view), factsOf(store.pieces)))]
    return fitting(`${pickedText(alone[1]!, '', store)}: ${work.toLowerCase()} for ${cost}?`, `${work} for ${cost}?`, `${work}: begin it?`)
  }
  if (alone && named.length) {
    const act = verbText(alone[0]!)
    const small = act.replace(/^./, (c) => c.toLowerCase())
    return fitting(`${named.join(', ')}: ${small}?`, `${named.at(-1)}: ${small}?`, `${act}?`)
  }
  const said = [...(verb ? [verbText(verb)] : []), ...named].join(', ')
  const head = about && said ? `${about}, ${said.replace(/^./, (c) => c.toLowerCase())}` : said
  if (!head) return 'Choose one of these.'
  const part = next === 'verb' ? 'choose what to do' : nextPart(store, verb, named.length)
  const gate = verb === 'enter' || verb === 'come_in' ? [...store.picked].find(isHex) : undefined
  const heads = [...(gate ? [`${about || named[0]} enters at ${pickedText(gate, '', store)}`] : []), head, named.at(-1) ?? head]
  return fitting(...heads.map((one) => `${one}: ${part}.`), `${capital(part)}.`)
}
/**
 * The subject of the decision, while an unfinished choice does not name it: "11-3 at Gangaw, go by water: choose
 * the hex."
 */
function subject(picks: readonly Pick[], store: MatchStore): string {
  const frame = store.decision ? topFrame(viewOf(store.view), store.decision.side) : undefined
  const { facts, id } = { facts: factsOf(store.pieces), id: (field: string): string => (typeof frame?.[field] === 'string' ? frame[field] : '') }
  const [unit, force, subron, ship, stack, base] = [id('unit'), id('force'), id('subron'), id('ship'), id('stack'), id('base') || id('deck')]
  if (picks.some((pick) => 'id' in pick && [unit, force, subron, ship, stack].includes(pick.id))) return ''
  if (isUnit(unit)) return pickedText(unit, '', store)
  if (isForce(force)) return forceShort(force)
  if (isSubron(subron)) return subronName(subron)
  if (facts.ships.has(ship)) return facts.shipName(ship)
  return facts.aircraftOf(stack) ? `${facts.stackName(stack).split(',')[0]}${base ? ` at ${facts.baseName(base)}` : ''}` : ''
}
const hexNext = (store: MatchStore): boolean => store.highlighted.size > 0 && [...store.highlighted].every(isHex)
/** The arguments named so far: ground units, of which many share a type, with their places. */
export function pickedText(id: string, verb: string, store: MatchStore): string {
  const { label, note } = valueText(id, verb, 0, store)
  return isUnit(id) && note ? `${label} at ${note}` : label
}

/** Keys and weights of choices that stand alone. */
export function buttonStyle(verb: string): { key?: string; weight?: 'primary' | 'plain' | 'quiet'; icon?: string } {
  if (['done', 'ready', 'deployed', 'all_set', 'placed', 'end_deployment', 'finish_deployment', 'carry_on', 'fly', 'drop', 'assault', 'keep'].includes(verb)) return { key: 'D', weight: 'primary' }
  return {}
}

/** A step of a Game-Turn, and the last step of its frame that belongs to it. */
export interface TurnStep {
  id: string
  name: string
  short: string
  upTo: number
}
type Last = readonly (readonly [id: string, upTo: number])[]
/** 4.1 */
const STEPS: Last = [['start', 4], ['air_1', 5], ['naval_1', 6], ['air_2', 7], ['naval_2', 8], ['air_3', 9], ['naval_3', 10], ['ground', 11], ['supply', 12], ['end', 99]]
/** 44.13 Nothing happens in the Naval Phases of Burma. */
const IN_BURMA: Last = [['start', 2], ['air_1', 4], ['air_2', 6], ['air_3', 8], ['ground', 9], ['supply', 12], ['end', 99]]
/** The steps of a scenario's Game-Turn. */
export const stepsOf = (view: PacificView): readonly TurnStep[] =>
  (isBurma(view) ? IN_BURMA : STEPS).map(([id, upTo]) => {
    const { name, short } = WORDS.step(id)
    return { id, name, short: short ?? name, upTo }
  })
export function currentStep(view: PacificView): number {
  const turn = turnFrame(view)
  const next = Number(turn?.['next'] ?? 0)
  const name = turn?.procedure ?? ''
  const given = LONGER.test(name) ? withoutWorks(next > 4 ? next - 1 : next) : name === 'midway_advanced_turn' ? withoutWorks(next) : next
  return stepsOf(view).findIndex(({ upTo }) => given <= upTo)
}
const LONGER = /^(leyte|guadalcanal)/
/** A Game-Turn of Leyte has one more step after the fourth, and two after the supply; so has one of Guadalcanal, after the second.
 * One of advanced Midway has only the two after the supply. */
const withoutWorks = (next: number): number => (next > 12 ? Math.max(12, next - 2) : next)
const SCENARIOS: Readonly<Record<string, string>> = { midway: 'Midway', midway_advanced: 'Advanced Midway', midway_advanced_freely: 'Advanced Midway, freely deployed', leyte: 'Leyte', leyte_freely: 'Leyte', burma: 'Burma', burma_freely: 'Burma, freely deployed' }

/** The match's turn and step, for a wide bar and for a narrow one. */
export function turnLabel(shown: View): { long: string; brief: string } {
  const view = viewOf(shown)
  if (!view.frames?.length) return { long: `${turnName(view.turn)} · over`, brief: turnName(view.turn) }
  const step = stepsOf(view)[currentStep(view)]!
  const sub = WORDS.procedure(procedureOf(view)).step
  return { long: `${SCENARIOS[view.scenario] ?? capital(view.scenario)} · ${turnName(view.turn)} · ${step.name}${sub ? `, ${sub}` : ''}`, brief: `${turnName(view.turn)} ${step.short}` }
}

export const subline = (shown: View, _decision: Decision, store?: MatchStore): string => waveLine(oddsLookahead(store)) || shoreLine(oddsLookahead(store)) || noMorePlans(viewOf(shown), store) || outOfReach(viewOf(shown), store) || under(viewOf(shown))
/** 16.2 The plan is final, and nothing can be added to it. */
function noMorePlans(view: PacificView, store?: MatchStore): string {
  if (!store || procedureOf(view, store.decision?.side) !== 'plans' || store.choices.some(([verb]) => verb === 'plan')) return ''
  const written = Object.values(view.plan_at ?? {}).filter(Boolean).length
  return `${counted(written, 'plan')} made; no more can be added now.`
}
/** The reason why a question leaves only the answer that ends it: no remaining unit could do what it asks. */
const outOfReach = (view: PacificView, store?: MatchStore): string => (!store || store.choices.some((choice) => choice.length > 1) ? '' : WORDS.note(procedureOf(view, store.decision?.side), 'none'))
function under(view: PacificView): string {
  const asked = procedureOf(view)
  return WORDS.note(asked, asked === 'air_lift' && isBurma(view) ? 'burma' : 'some')
}
/** The question on a phone. */
export const shortQuestion = (store: MatchStore): string | undefined => WORDS.short(procedureOf(viewOf(store.view), store.decision?.side))

const CLAUSES: Readonly<Record<string, string>> = { divide: '38.5', combine: '38.5' }
/** The clause of a picked verb, and its effect if its name alone does not say it. */
export const verbHelp = (verb: string): { clause: string; text?: string } | undefined =>
  CLAUSES[verb] ? { clause: CLAUSES[verb], text: WORDS.about(verb)?.about } : undefined

/** The note beside the last part of a choice. */
export function choiceNote(choice: Action, store: MatchStore): string | undefined {
  const last = choice.at(-1)!
  return choice.length > 1 ? valueText(last, choice[0]!, choice.length - 2, store).note : undefined
}
