import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { Desk, ValueWords } from '../../app/game'
import { speedOf } from './play_speed'
import { factsOf, isSide, listedShort, procedureOf, topFrame, viewOf, whereIs, type Facts, type VitpView } from './play_view'
import { factorsInWords } from './words'

const VERBS: Readonly<Record<string, string>> = {
  done: 'Done', pass: 'Pass', stay: 'Stay', retreat: 'Retreat', day: 'Day action', night: 'Night action', join_raid: 'Join the raid',
  stay_off_hawaii: 'Stay off Hawaii', leave_hawaii: 'Leave Hawaii', hold: 'Stay in Central Pacific', to_johnston: 'Leave for Johnston',
  engage: 'Fight the raiders', decline: 'Avoid the raiders', patrol: 'Patrol', mark: 'Mark as raiders', repair: 'Repair', place_air: 'Place air units',
  sail: 'Sail amphibious units', raid: 'Raid', raid_by_way: 'Raid by another area', submerge: 'Place the submarine', fight: 'Combat', fire: 'Fire',
  all_fire: 'One target for all', announce: 'Fire guns', torpedo: 'Strike', flee: 'Form groups', pursue: 'Pursue',
  raid_port: 'Raid a harbour', all_pursue: 'One group for all', all_raid: 'One harbour for all', chase: 'Chase', raid_now: 'Raid', stop: 'Give up the pursuit',
  break_off: 'Give up the pursuit', land: 'Land', go: 'Go home', return: 'Bring back', withdraw_ship: 'Withdraw', sortie: 'Leave port',
  detach: 'Leave the battle', defend: 'Keep airstrike back', form: 'Form task forces', attack: 'Attack', name_landing: 'Land this round', join: 'Join the night action',
  assault: 'Fight ashore', kamikaze: 'Kamikaze attack', go_west: 'Leave for the West Coast', to_san_diego: 'Go to San Diego', from_san_diego: 'Come back from San Diego',
  rebuild: 'Rebuild airstrikes', station: 'Station', has_taken: 'Yokosuka NLF has taken', save: 'Survived', designate: 'Name targets',
}
export const verbWords = (verb: string): string => VERBS[verb] ?? verb.replaceAll('_', ' ')

const DONE: Readonly<Record<string, string>> = {
  patrols: 'Done with patrols', amphibious: 'Done with sailing', raiders: 'Done with raiders', raid_force: 'Done with the raid',
  grouping: 'Retreat together', pursuit: 'Hold back', landing: 'Done with landings', sortie: 'Stay in port',
  stopping: 'Keep pursuing', targeting: 'Hold fire', announcement: 'Stay silent',
}

/** A whole choice for a button: the referee's name of it is short and plain already. */
export const choiceWords = (action: Action, name: () => string): string => (action.length === 1 ? verbWords(action[0]!) : name())

/** What ends a run of choices, in the words of the step. */
export const doneWords = (view: VitpView): string => DONE[procedureOf(view)] ?? 'Done'

/** One value on a button. */
export function valueWords(id: string, _verb: string, _at: number, desk: Desk): ValueWords {
  const facts = factsOf(desk.pieces)
  const view = viewOf(desk.view)
  const unit = facts.units.get(id)
  if (!unit) return { label: facts.name(id), ...groupWords(id, view, facts) }
  const spot = whereIs(id, view)
  const own = unit.side === desk.decision?.side
  return { label: unit.name, note: own && spot && procedureOf(view) !== 'targeting' ? facts.name(spot) : factorsInWords(unit), side: unit.side }
}

const GROUP = /^group_(\d+)$/
export const isGroup = (id: string): boolean => GROUP.test(id)

/** A group of those who flee, by a few of its ships, and how fast it is. */
export function groupWords(id: string, view: VitpView, facts: Facts): { label?: string; note?: string } {
  const at = GROUP.exec(id)
  if (!at) return {}
  const groups = (view.frames.findLast((frame) => Array.isArray(frame['groups']))?.['groups'] as string[][] | undefined) ?? []
  const units = groups[Number(at[1]) - 1]
  if (!units?.length) return { note: 'a new group' }
  return {
    label: `${facts.name(id)}: ${listedShort(units.map((unit) => facts.name(unit)))}`,
    note: `speed ${Math.min(...units.map((unit) => speedOf(unit, view, facts)))}`,
  }
}

/** The question while a choice is half made by its buttons. */
export function askWords(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null, desk: Desk): string {
  const facts = factsOf(desk.pieces)
  const named = picks.flatMap((pick) => ('id' in pick ? [facts.name(pick.id)] : [])).slice(0, 2)
  const what = verb ? verbWords(verb) : ''
  const units = picks.some((pick) => 'id' in pick && facts.units.has(pick.id))
  if (named.length) return `${named.join(', ')}: ${next === 'verb' ? 'choose an action' : !units ? 'choose a unit' : (verb && WHAT[verb]) || 'choose a place'}.`
  return what ? `${what}: ${OF_AREA.has(verb!) ? 'choose a sea area' : OF_GROUP.has(verb!) ? 'choose a group' : OF_PLACE.has(verb!) ? 'choose a port or base' : 'choose a unit'}.` : 'Choose one of these.'
}

/** Verbs whose first argument is no unit. */
const OF_AREA = new Set(['submerge', 'fight'])
const OF_GROUP = new Set(['all_pursue', 'chase', 'attack', 'join'])
const OF_PLACE = new Set(['all_raid', 'raid_now', 'has_taken'])

/** What is asked for once units are chosen, by what they do. */
export const WHAT: Readonly<Record<string, string>> = {
  patrol: 'choose a sea area', place_air: 'choose a sea area', sail: 'choose a sea area', raid: 'choose a sea area',
  return: 'choose a port', go: 'choose a port or base', land: 'choose a base', station: 'choose a port or base', flee: 'choose a group',
  pursue: 'choose a group', raid_port: 'choose a harbour', fire: 'choose a target', rebuild: 'choose a port', designate: 'choose a target',
  form: 'choose a task force', assault: 'choose a target', raid_by_way: 'choose a sea area',
}

/** Keys and weights of choices that stand alone. */
export function manner(verb: string): { key?: string; weight?: 'go' | 'plain' | 'quiet'; icon?: string } {
  if (verb === 'done') return { key: 'D', weight: 'go' }
  if (verb === 'pass') return { key: 'P', weight: 'quiet' }
  return {}
}

const STEPS: Readonly<Record<string, string>> = {
  raid_force: 'Set-up', returns: 'Arrivals', removals: 'Withdrawals', san_diego: 'San Diego', air: 'Air units', amphibious: 'Amphibious units', raiders: 'Raiders',
  submarine: 'Submarines', combat: 'Combat', sortie: 'Pearl Harbor', landing: 'Landings', way_home: 'Going home', japan_off_hawaii: 'Pearl Harbor', allies_off_hawaii: 'Pearl Harbor',
}

/** The step of the turn in words. */
export function stepWords(view: VitpView, facts?: Facts): string {
  const top = topFrame(view)
  if (top?.procedure === 'patrols') return isSide(top['side']) ? `${top['side'] === 'japan' ? 'Japanese' : 'Allied'} patrols` : 'Patrols'
  const area = view.frames.findLast((frame) => typeof frame['area'] === 'string')?.['area'] as string | undefined
  const raid = view.frames.findLast((frame) => typeof frame['place'] === 'string')?.['place'] as string | undefined
  const own = STEPS[top?.procedure ?? '']
  if (own) return own
  if (raid && facts) return `Raid on ${facts.name(raid)}`
  return area ? (facts ? `Battle in ${facts.within(area)}` : 'Battle') : ''
}

/** Where the game stands, for a wide bar and for a narrow one. */
export function where(told: View): { long: string; brief: string } {
  const view = viewOf(told)
  const step = stepWords(view)
  return { long: `Turn ${view.turn} of ${view.last_turn}, ${view.date}${step ? ` · ${step}` : ''}`, brief: `T${view.turn} · ${step || 'turn'}` }
}

const SUBLINES: Readonly<Record<string, (view: VitpView, prompt: string) => string>> = {
  raid_force: () => 'Only ships of speed 5 or more can go. The others may patrol later.',
  patrols: () => 'One area is free. For two, each ship rolls below its speed.',
  raiders: () => 'Raiders move after patrols and air units. They hold no area.',
  air: (view) => (topFrame(view)?.['passed'] ? 'The enemy has passed. Place as many as you like.' : 'Take turns placing one. If you pass, you place no more.'),
  amphibious: () => 'They land if no enemy is left in the area. They hold no area.',
  submarine: () => 'It strikes once this turn and cannot be hit.',
  naming: (view) => `${view.options['day_night'] === 'japan_first' ? 'Japan chooses first' : 'Both choose in secret'}. The holder of the area gets +1.`,
  targeting: (view) =>
    topFrame(view)?.['way'] === 'day' ? 'Airstrikes fire by day. All targets are chosen before the dice.' : 'Silent carriers can be attacked only after every other ship.',
  stay_or_retreat: () => 'Retreating units form groups and may be pursued.',
  grouping: () => 'Each group is pursued separately. Units left over form one group.',
  pursuit: () => 'A ship can pursue a group whose slowest unit is no faster.',
  way_home: () => 'Only your own ports and bases within reach.',
  combat: () => 'Japan chooses the order of the battles.',
  strike: () => 'Once a turn. It may wait for a later round or the end of combat.',
  stay_or_part: () => 'Choose a unit to let part of the fleet retreat.',
  detaching: () => 'The others stay.',
  kamikaze_naming: () => 'Carriers that make one are lost.',
  announcement: () => 'They can then be attacked.',
  joining: () => 'They can then be attacked.',
  tasking: () => 'The others do neither.',
  forming: () => 'Units left over form one task force.',
  stopping: () => 'The others continue.',
  san_diego: () => 'The others stay for repairs.',
  roles: () => 'Airstrikes that defend do not attack ships.',
  salvage: (_view, prompt) => (prompt.includes('afloat') ? 'The others afloat have one point of damage.' : ''),
}

const SHORTS: Readonly<Record<string, (prompt: string) => string>> = {
  raid_force: () => 'Choose ships for the raid.', patrols: () => 'Patrol, repair or mark raiders.', amphibious: () => 'Sail amphibious units.', raiders: () => 'Send out raiders.',
  air: () => 'Place an air unit, or pass.', submarine: () => 'Place your submarine, or pass.', removals: () => 'Choose a ship to withdraw.', name_action: () => 'Day or night?', naming: () => 'Day or night?',
  way_home: () => 'Choose a port or base.', announcement: () => 'Which carriers fire their guns?', joining: () => 'Which task forces join?', landing: () => 'Choose a unit to land.',
  targeting: (prompt) => (prompt.startsWith('Day') ? 'Choose a target for each airstrike.' : prompt.startsWith('Night') ? 'Choose a target for each ship.' : 'Fire at attacking airstrikes?'),
  salvage: (prompt) => (prompt.includes('afloat') ? 'Choose a battleship afloat.' : prompt.includes('bottom') ? 'Choose one on the bottom.' : prompt),
  stations: () => 'Place your units for turn 2.', designation: () => 'Choose each carrier’s target.', engagement: () => 'Fight the raiders, or avoid them?',
  stay_or_part: () => 'Stay, retreat, or split the fleet?', japan_off_hawaii: () => 'Stay off Hawaii, or go home?', allies_off_hawaii: () => 'Stay off Hawaii, or leave?',
  uncertain: () => 'Stay, or leave for Johnston?', tasking: () => 'Choose who attacks and who lands.', island_aiming: () => 'Choose a unit and its target.', roles: () => 'Which airstrikes defend?',
  pursuit: () => 'Pursue groups or raid harbours.',
}

/** The question for a narrow box. */
export const shortPrompt = (desk: Desk): string | undefined => SHORTS[procedureOf(viewOf(desk.view))]?.(desk.decision!.prompt)

/** The line under the question. */
export function subline(told: View, decision: Decision): string {
  const view = viewOf(told)
  return isSide(decision.side) ? (SUBLINES[procedureOf(view)]?.(view, decision.prompt) ?? '') : ''
}

/** The marker of the track in words: "Japan leads by 4". */
/** Who would hold an area if the turn ended now, where that is not who holds it by its flag. */
export function forecastWords(area: string, view: VitpView): string {
  const { scored, holders } = view.forecast
  const then = holders[area] ?? null
  if (scored || then === (view.flags[area] ?? null)) return ''
  return `, ${then === 'japan' ? 'Japan’s' : then === 'allies' ? 'Allied' : 'nobody’s'} if the turn ended now`
}

export function leadWords(points: number): string {
  return points === 0 ? 'Even' : points > 0 ? `Japan leads by ${points}` : `The Allies lead by ${-points}`
}
