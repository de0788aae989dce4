import { counted } from '../../lib/words'
import { isBurma } from './burma'
import { procedureOf, type Now } from './play_view'
import { stepNow, stepsOf } from './play_words'

/** What a phase is for, and what of one's own still waits in it, while nothing is asked here and nothing is looked at. */

export interface PhaseNow {
  name: string
  todo: string
  waits: readonly string[]
}

type Sort = 'deployment' | 'planning' | 'search' | 'strikes' | 'naval' | 'battle' | 'ground' | 'supply' | 'end'

const PURPOSE: Readonly<Record<Sort, string>> = {
  deployment: 'Each side places what its cases leave open, in secret.',
  planning: 'Ships in port form Task Forces, and each gets its Mission.',
  search: 'Air points search; what they find may be attacked.',
  strikes: 'Fighters patrol, Strikes fly, then points transfer.',
  naval: 'Forces sail by their Missions, impulse by impulse, and may meet the enemy.',
  battle: 'Ships fire, then each side decides whether to stay.',
  ground: 'Units land, march and attack; losers may retreat.',
  supply: 'Supply Points rebuild units, build and repair.',
  end: 'Losses and controlled hexes are scored; then the next week begins.',
}
const BY_PROCEDURE: Readonly<Record<string, Sort>> = {
  deployment: 'deployment', leyte_deployment: 'deployment', burma_deployment: 'deployment', lying_in_wait: 'deployment', decoys: 'deployment', exchanging: 'deployment', rebasing: 'deployment', redeploying: 'deployment',
  orders: 'planning', gathering: 'planning', plans: 'planning', drop_plans: 'planning', search_orders: 'search', gunlaying: 'battle', laying: 'battle', meeting: 'battle', next_battle: 'battle', course: 'naval', in_impulse: 'naval',
}
const BY_STEP: Readonly<Record<string, Sort>> = { Start: 'planning', Air: 'strikes', Naval: 'naval', Ground: 'ground', Supply: 'supply', End: 'end' }

export function phaseNow(now: Now, over = false): PhaseNow {
  const { view } = now
  if (over) return { name: 'The game is over', todo: 'How it went shows the points case by case, the losses and the turning points.', waits: [] }
  const step = view.frames?.length ? stepsOf(view)[stepNow(view)] : undefined
  const sort: Sort = BY_PROCEDURE[procedureOf(view)] ?? BY_STEP[step?.short.split(' ')[0] ?? ''] ?? 'end'
  return { name: step?.name ?? 'The end', todo: sort === 'planning' && isBurma(view) ? 'Reinforcements come, and Air Assaults are planned.' : PURPOSE[sort], waits: now.own === null ? [] : (WAITS[sort]?.(now) ?? []) }
}

const said = (n: number, one: string, verb: readonly [string, string]): string[] => (n ? [`${counted(n, one)} ${verb[n === 1 ? 0 : 1]}`] : [])
const forces = (now: Now, bound: boolean): number => now.forces.filter((id) => (now.own === null || id.startsWith(`${now.own}_`)) && !!now.view.force_mission[id] === bound).length
const airPoints = (now: Now): number => now.airfields.reduce((all, at) => all + now.airAt(at).reduce((sum, { points }) => sum + points, 0), 0)
const inPort = (now: Now): number => now.harbours.reduce((all, at) => all + now.shipsIn(at).filter(({ side }) => now.own === null || side === now.own).length, 0)
const ashore = (now: Now) => now.garrisons.flatMap((at) => now.unitsIn(at)).filter(({ side }) => now.own === null || side === now.own)
const flyers = (now: Now): string[] => said(airPoints(now), 'air point', ['is at its base', 'are at bases'])

/** What of one's own waits, by what the phase asks of it. */
const WAITS: Partial<Record<Sort, (now: Now) => string[]>> = {
  deployment: (now) => said(ashore(now).length, 'ground unit', ['is placed as proposed', 'are placed as proposed']),
  planning: (now) => [...said(forces(now, false), 'Task Force', ['has no Mission', 'have no Mission']), ...said(inPort(now), 'ship', ['is in port', 'are in port'])],
  search: flyers,
  strikes: flyers,
  naval: (now) => said(forces(now, true), 'Task Force', ['has its Mission', 'have their Missions']),
  ground: (now) => said(ashore(now).length, 'ground unit', ['is ashore', 'are ashore']),
  supply: (now) => said(ashore(now).filter(({ id }) => Number(now.value('losses_carried', id) ?? 0) > 0).length, 'unit', ['has losses to take', 'have losses to take']),
}
