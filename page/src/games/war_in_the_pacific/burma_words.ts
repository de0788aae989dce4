import { counted } from '../../lib/words'

/** The words of what Burma adds: verbs, ends of questions, what stands under the question. */

export const BURMA_VERBS: Readonly<Record<string, string>> = {
  set_out: 'Start elsewhere', start_at: 'Start there', set_air: 'Base air points elsewhere', set_stores: 'Move Supply Blocks', store_at: 'Store them there', all_set: 'Finish deployment', entrain: 'Go by rail', coast: 'Go by water',
  freight: 'Send stores by rail', coast_stores: 'Send stores by water', receive: 'Receive stores', begin_work: 'Build or repair', rebuild: 'Rebuild a unit', raise_staff: 'Set up a headquarters',
  refill_army: 'Refill an army', recall_army: 'Recall a lost army', fly_unit: 'Fly a unit', fly_stores: 'Fly stores', drop_stores: 'Drop stores', plan_drop: 'Plan an Air Assault', air_assault: 'Drop a unit',
}

export const BURMA_DONE: Readonly<Record<string, string>> = {
  burma_marching: 'End the marches', lift_marching: 'End the marches', burma_attacking: 'End the attacks', air_lift: 'End the transport', quarters: 'End the works', drop_plans: 'End the plans',
}

export const BURMA_SUB: Readonly<Record<string, string>> = {
  burma_deployment: 'deployment', setting_out: 'deployment', setting_stores: 'deployment', burma_marching: 'marches', burma_attacking: 'attacks', air_lift: 'transport', quarters: 'works', receiving: 'stores', drop_plans: 'Air Assaults', wear: 'wear',
  committing: 'an attack', losses: 'losses', wearing_away: 'attrition', retreat: 'a retreat', advance: 'the advance',
}

export const BURMA_SUBLINES: Readonly<Record<string, string>> = {
  burma_deployment: 'HQs, air points and stores may start elsewhere.',
  burma_marching: 'Press a stack, then a hex. Each unit moves once.',
  setting_out: 'Press a lit hex.',
  setting_stores: 'Press a lit hex.',
  burma_attacking: 'Attackers use double supply. See the odds beside it.',
  air_lift: 'Stores that reach Kunming score for the Allies.',
  quarters: 'Engineers build; battlegroups are rebuilt.',
  receiving: 'At ports that you hold.',
}

/** What is named one after the other in a choice of a verb. */
export const BURMA_PARTS: Readonly<Record<string, readonly string[]>> = {
  plan_drop: ['the hex'], set_air: ['the base', 'the points', 'where they start', 'how many'], set_stores: ['the hex', 'how many'], store_at: ['where they start'],
  freight: ['where they lie', 'where they go', 'how much'], coast_stores: ['where they lie', 'where they go', 'how much'], receive: ['the port', 'how much'], begin_work: ['the hex', 'the work'],
  rebuild: ['the unit'], refill_army: ['the army'], raise_staff: ['the size', 'the base'], fly_unit: ['the unit', 'the points that lift it', 'where to', 'if they stay'],
  fly_stores: ['the base', 'the points', 'where to', 'how many', 'if they stay'], drop_stores: ['the base', 'the points', 'the hex', 'how many'], air_assault: ['the unit', 'the points that lift it', 'the hex'],
}

const WORKS: Readonly<Record<string, string>> = {
  airbase: 'Level of an airbase', entrenchment: 'Entrenchment', mend_airbase: 'Repair of the airbase', mend_port: 'Repair of the port', mend_guns: 'Repair of the guns', port: 'Port',
  minor_road: 'Minor road', major_road: 'Major road', guns: 'Coastal guns', fortify: 'Fortification',
}
export const workWords = (work: string): string => WORKS[work] ?? work.replaceAll('_', ' ')

/** The label of a value that only Burma has; nothing for all others. */
export function burmaValue(id: string, verb: string, side?: string): string | null {
  if (id === 'comes_back') return 'They return'
  if (id === 'stays') return 'They stay there'
  if (!/^\d+$/.test(id)) return null
  const n = Number(id)
  if (verb === 'freight' || verb === 'coast_stores') return `${n} of lift, up to ${20 * n} Supply Points`
  // 44.62, 44.63: blocks come to the Allies, points to Japan.
  if (verb === 'receive') return counted(n, side === 'allies' ? 'Supply Block' : 'Supply Point')
  if (verb === 'set_stores') return counted(n, 'Supply Block')
  return null
}

const QUARTERS_A_LOAD = 4
const LOADS_A_POINT = 2
/** 6.8 What so many points of transports carry: a Supply Point for each two Load Points; of what is dropped a third is lost, rounded up. */
export function carriesStores(verb: string, points: number, quarters: number): string {
  const taken = Math.floor((points * quarters) / (QUARTERS_A_LOAD * LOADS_A_POINT))
  const left = taken - Math.ceil(taken / 3)
  return verb === 'drop_stores' ? `${left} of ${counted(taken, 'Supply Point')} ${left === 1 ? 'arrives' : 'arrive'}` : `with ${counted(taken, 'Supply Point')}`
}

/** A step of a Game-Turn, and the last step of its frame that belongs to it. */
export interface TurnStep {
  name: string
  short: string
  upTo: number
}

/** A Game-Turn of Burma: nothing happens in its Naval Phases (44.13). */
export const BURMA_STEPS: readonly TurnStep[] = [
  { name: 'Start', short: 'Start', upTo: 2 }, { name: 'Air Phase 1', short: 'Air 1', upTo: 4 }, { name: 'Air Phase 2', short: 'Air 2', upTo: 6 }, { name: 'Air Phase 3', short: 'Air 3', upTo: 8 },
  { name: 'Ground Phase', short: 'Ground', upTo: 9 }, { name: 'Supply', short: 'Supply', upTo: 12 }, { name: 'End', short: 'End', upTo: 99 },
]
