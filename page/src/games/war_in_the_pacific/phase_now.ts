import { counted } from '../../lib/words'
import { isBurma } from './burma'
import { procedureOf, type Now } from './play_view'
import { WORDS } from './catalogue'
import { stepNow, stepsOf } from './play_words'

/** The purpose of a phase, and the player's units that wait in it, while nothing is asked here and nothing is selected. */

export interface PhaseNow {
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

export function phaseNow(now: Now, over = false): PhaseNow {
  const { view } = now
  if (over) return { name: 'The game is over', todo: 'How it went shows the points case by case, the losses and the turning points.', waits: [] }
  const step = view.frames?.length ? stepsOf(view)[stepNow(view)] : undefined
  const sort: Sort = BY_PROCEDURE[procedureOf(view)] ?? BY_STEP[step?.id.split('_')[0] ?? ''] ?? 'scoring'
  return { name: step?.name ?? 'The end', todo: WORDS.step(sort === 'planning' && isBurma(view) ? 'planning_in_burma' : sort).text ?? '', waits: now.own === null ? [] : (WAITS[sort]?.(now) ?? []) }
}

const said = (n: number, one: string, verb: readonly [string, string]): string[] => (n ? [`${counted(n, one)} ${verb[n === 1 ? 0 : 1]}`] : [])
const forces = (now: Now, bound: boolean): number => now.forces.filter((id) => (now.own === null || id.startsWith(`${now.own}_`)) && !!now.view.force_mission[id] === bound).length
const airPoints = (now: Now): number => now.airfields.reduce((all, at) => all + now.airAt(at).reduce((sum, { points }) => sum + points, 0), 0)
const inPort = (now: Now): number => now.harbours.reduce((all, at) => all + now.shipsIn(at).filter(({ side }) => now.own === null || side === now.own).length, 0)
const ashore = (now: Now) => now.garrisons.flatMap((at) => now.unitsIn(at)).filter(({ side }) => now.own === null || side === now.own)
const flyers = (now: Now): string[] => said(airPoints(now), 'air point', ['is at its base', 'are at bases'])

/** The player's units that wait for something in the phase. */
const WAITS: Partial<Record<Sort, (now: Now) => string[]>> = {
  deploying: (now) => said(ashore(now).length, 'ground unit', ['is placed as proposed', 'are placed as proposed']),
  planning: (now) => [...said(forces(now, false), 'Task Force', ['has no Mission', 'have no Mission']), ...said(inPort(now), 'ship', ['is in port', 'are in port'])],
  searching: flyers,
  striking: flyers,
  sailing: (now) => said(forces(now, true), 'Task Force', ['has its Mission', 'have their Missions']),
  ground_fighting: (now) => said(ashore(now).length, 'ground unit', ['is ashore', 'are ashore']),
  supplying: (now) => said(ashore(now).filter(({ id }) => Number(now.value('losses_carried', id) ?? 0) > 0).length, 'unit', ['has losses to take', 'have losses to take']),
}
