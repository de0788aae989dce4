import { counted } from '../../lib/text'
import { isBurma } from './burma'
import { procedureOf, type KnownPosition } from './play_view'
import { WORDS } from './catalogue'
import { currentStep, stepsOf } from './play_prompts'

/** The purpose of a phase, and the player's units that wait in it, while nothing is asked here and nothing is selected. */

export interface CurrentPhase {
  name: string
  todo: string
  waits: readonly string[]
}

/** The steps of the catalogue that describe the purpose of a phase. */
type Sort = 'deploying' | 'planning' | 'searching' | 'striking' | 'sailing' | 'fighting' | 'ground_fighting' | 'supplying' | 'scoring'

const BY_PROCEDURE: Readonly<Record<string, Sort>> = {
  deployment: 'deploying', leyte_deployment: 'deploying', burma_deployment: 'deploying', guadalcanal_deployment: 'deploying', midway_advanced_deployment: 'deploying', placing_unit: 'deploying', lying_in_wait: 'deploying', decoys: 'deploying', exchanging: 'deploying', rebasing: 'deploying', redeploying: 'deploying',
  orders: 'planning', gathering: 'planning', plans: 'planning', drop_plans: 'planning', search_orders: 'searching', gunlaying: 'fighting', laying: 'fighting', meeting: 'fighting', next_battle: 'fighting', course: 'sailing', in_impulse: 'sailing',
}
const BY_STEP: Readonly<Record<string, Sort>> = { start: 'planning', air: 'striking', naval: 'sailing', ground: 'ground_fighting', supply: 'supplying', end: 'scoring' }

export function currentPhase(position: KnownPosition, over = false): CurrentPhase {
  const { view } = position
  if (over) return { name: 'The game is over', todo: 'How it went shows the points case by case, the losses and the turning points.', waits: [] }
  const step = view.frames?.length ? stepsOf(view)[currentStep(view)] : undefined
  const sort: Sort = BY_PROCEDURE[procedureOf(view)] ?? BY_STEP[step?.id.split('_')[0] ?? ''] ?? 'scoring'
  return { name: step?.name ?? 'The end', todo: WORDS.step(sort === 'planning' && isBurma(view) ? 'planning_in_burma' : sort).text ?? '', waits: position.own === null ? [] : (WAITS[sort]?.(position) ?? []) }
}

const countedText = (n: number, one: string, verb: readonly [string, string]): string[] => (n ? [`${counted(n, one)} ${verb[n === 1 ? 0 : 1]}`] : [])
const forces = (position: KnownPosition, bound: boolean): number => position.forces.filter((id) => (position.own === null || id.startsWith(`${position.own}_`)) && !!position.view.force_mission[id] === bound).length
const airPoints = (position: KnownPosition): number => position.airfields.reduce((all, at) => all + position.airAt(at).reduce((sum, { points }) => sum + points, 0), 0)
const inPort = (position: KnownPosition): number => position.harbours.reduce((all, at) => all + position.shipsIn(at).filter(({ side }) => position.own === null || side === position.own).length, 0)
const ashore = (position: KnownPosition) => position.garrisons.flatMap((at) => position.unitsIn(at)).filter(({ side }) => position.own === null || side === position.own)
const flyers = (position: KnownPosition): string[] => countedText(airPoints(position), 'air point', ['is at its base', 'are at bases'])

/** The player's units that wait for something in the phase. */
const WAITS: Partial<Record<Sort, (position: KnownPosition) => string[]>> = {
  deploying: (position) => countedText(ashore(position).length, 'ground unit', ['is placed as proposed', 'are placed as proposed']),
  planning: (position) => [...countedText(forces(position, false), 'Task Force', ['has no Mission', 'have no Mission']), ...countedText(inPort(position), 'ship', ['is in port', 'are in port'])],
  searching: flyers,
  striking: flyers,
  sailing: (position) => countedText(forces(position, true), 'Task Force', ['has its Mission', 'have their Missions']),
  ground_fighting: (position) => countedText(ashore(position).length, 'ground unit', ['is ashore', 'are ashore']),
  supplying: (position) => countedText(ashore(position).filter(({ id }) => Number(position.value('losses_carried', id) ?? 0) > 0).length, 'unit', ['has losses to take', 'have losses to take']),
}
