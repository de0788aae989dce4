import { counted } from '../../lib/text'

/** The texts that only Burma needs: works, and the meaning of numbers. */

const WORKS: Readonly<Record<string, string>> = {
  airbase: 'Level of an airbase', entrenchment: 'Entrenchment', mend_airbase: 'Repair of the airbase', mend_port: 'Repair of the port', mend_guns: 'Repair of the guns', port: 'Port',
  minor_road: 'Minor road', major_road: 'Major road', guns: 'Coastal guns', fortify: 'Fortification',
}
export const constructionText = (work: string): string => WORKS[work] ?? work.replaceAll('_', ' ')

/** The label of a value that exists only in Burma; undefined for all others. */
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
/** 6.8 The load of transport points: a Supply Point for each two Load Points; a third of dropped supplies is lost, rounded up. */
export function carriesStores(verb: string, points: number, quarters: number): string {
  const taken = Math.floor((points * quarters) / (QUARTERS_A_LOAD * LOADS_A_POINT))
  const left = taken - Math.ceil(taken / 3)
  return verb === 'drop_stores' ? `${left} of ${counted(taken, 'Supply Point')} ${left === 1 ? 'arrives' : 'arrive'}` : `with ${counted(taken, 'Supply Point')}`
}
