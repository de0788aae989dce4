import { SIDE_NAME } from '../sides'
import type { Geography } from '../../board/geography'
import type { TaskForce, Unit, ZoneView } from './types'

/** Names on a counter, if the full name is too long. */
const SHORT: Record<string, string> = {
  'North Carolina': 'N. Carolina',
  'South Dakota': 'S. Dakota',
  'San Francisco': 'S. Francisco',
  'Salt Lake City': 'Salt Lake C.',
  'Tokyo Express': 'T. Express',
}

export const shortName = (name: string): string => SHORT[name] ?? name

const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** The factors of a unit as text: "combat 4, 2 planes, defence 2". */
export function describeFactors({ combat, planes = 0, anchors = 0 }: Unit): string {
  const parts = combat === undefined ? ['no combat factor'] : [`combat ${combat}`]
  if (planes) parts.push(counted(planes, 'plane'))
  parts.push(`defence ${anchors}`)
  return parts.join(', ')
}

const standing = (s: Unit | TaskForce): string[] => [
  ...(s.damage ? [counted(s.damage, 'hit')] : []),
  ...(s.sunk ? ['sunk'] : []),
  ...(s.acted ? ['has acted'] : []),
  ...(s.revealed ? ['revealed this turn'] : []),
  ...(s.target !== undefined ? [`target of ${counted(s.target, 'hit')}`] : []),
  ...(s.legal ? ['may be chosen'] : []),
]

/** The text of a unit for screen readers. */
export const describeUnit = (unit: Unit): string =>
  [`${unit.name}, ${SIDE_NAME[unit.side]}, ${unit.kind.replace('_', ' ')}, ${describeFactors(unit)}`, ...standing(unit)].join(', ')

/** The text of a task force for screen readers; it contains no more than its props. */
export function describeForceUnits(force: TaskForce): string {
  if (force.label) return force.label
  const known = force.units?.length
  return [
    `${SIDE_NAME[force.side]}: task force${force.number === undefined ? '' : ` ${force.number}`}`,
    known ? force.units!.map((u) => u.name).join(', ') : 'face down',
    ...(!known && force.count !== undefined ? [counted(force.count, 'counter')] : []),
    ...(force.sealed ? ['hidden from the enemy'] : []),
    ...standing(force),
  ].join(', ')
}

/** The text of a zone for screen readers, from near to far: name, whether it may be chosen and for what, and its contents. */
export function describeZone(zone: ZoneView, { areas }: Geography): string {
  if (zone.label) return zone.label
  const name = areas.find((a) => a.id === zone.id)?.name ?? zone.id
  const choice = zone.legal ? `, may be chosen${zone.price ? ` (${zone.price})` : ''}` : ''
  const here = zone.forces.length ? ` Here: ${zone.forces.map(describeForceUnits).join('; ')}.` : ' Nobody is here.'
  return `${name}, sea zone${choice}.${here}`
}
