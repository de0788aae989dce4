import type { Desk } from '../../app/game'
import { lostIds, type Lost } from '../../app/forfeits'
import type { ForfeitWords } from '../../app/forfeits'
import { counted, listedShort } from '../../lib/words'
import { isHex } from './grid'
import { factsOf, isForce, nowOf, procedureOf, viewOf } from './play_view'
import { doneWords, unitName, valueWords } from './play_words'

/** What a choice that gives something up says when it asks. */
export function forfeit(_verb: string, lost: Lost, desk: Desk): ForfeitWords | null {
  const facts = factsOf(desk.pieces)
  const view = viewOf(desk.view)
  const ids = lostIds(lost)
  const now = nowOf(view, facts)
  // Each as the list of choices names it, without a comma of its own.
  const verbOf = new Map(Object.entries(lost).flatMap(([verb, some]) => some.map((id) => [id, verb] as const)))
  const named = ids.map((id) => valueWords(id, verbOf.get(id)!, 0, desk).label.replace(/, (\w+)$/, ' ($1)'))
  const subline = named.length ? `${listedShort(named)}.` : undefined
  // Units are many of a type: where they stand tells them apart.
  const standing = [...new Set(ids.map((id) => now.value<string>('unit_at', id) ?? '').filter(isHex))].map((at) => facts.placeName(at))
  const n = ids.length
  const first = doneWords(view)
  switch (procedureOf(view, desk.decision?.side)) {
    case 'orders': {
      const forces = ids.filter(isForce)
      return { first, label: forces.length ? `Leave ${forces.length} in Transit` : 'End the orders', sentence: `${counted(n, 'thing')} could still be ordered.`, subline }
    }
    case 'leyte_deployment': {
      const [unplanned] = lost['plan'] ?? []
      const sentence = unplanned ? `No assault on ${facts.placeName(unplanned)} is planned.` : 'Submarines could still take station.'
      return { first: 'Deployed', label: 'Deploy as it is', sentence, subline: unplanned ? 'Nobody may land where no assault is planned (16.2).' : 'Later they sail from port.' }
    }
    case 'at_the_shore': {
      const landing = lost['land'] ?? []
      if (landing.length) return { first, label: 'Land no more', sentence: `${counted(landing.length, 'unit')} could still land.`, subline: `${listedShort(landing.map((id) => unitName(id, now)))}.` }
      return { first, label: 'End at the shore', sentence: 'Ships could still load, unload or bombard.', subline }
    }
    case 'search_orders':
      return { first, label: 'Search no more', sentence: `${counted(n, 'base')} could still search.`, subline }
    case 'declaring':
      return { first, label: 'Declare no more', sentence: 'Patrols or Strikes could still be declared.', subline }
    case 'transfers':
      return { first, label: 'Transfer no more', sentence: `${counted(n, 'base')} could still transfer points.`, subline }
    case 'ready_orders':
      return { first, label: 'Make no more ready', sentence: `${counted(n, 'base')} could still make points ready.`, subline }
    case 'gunlaying':
      return { first, label: `Hold fire with ${n}`, sentence: `${counted(n, 'ship')} could still fire.`, subline }
    case 'gathering':
      return { first, label: 'Take no more in', sentence: `${counted(n, 'ship')} could still be taken in.`, subline }
    case 'burma_marching':
    case 'lift_marching':
    case 'marching':
      return { first, label: `March no more`, sentence: `${counted(n, 'unit')} could still march.`, subline: standing.length ? `At ${listedShort(standing)}.` : undefined }
    case 'burma_attacking':
    case 'attacking':
      return { first, label: 'Attack no more', sentence: `${counted(n, 'hex', 'hexes')} could still be attacked.`, subline }
    default:
      return { first, label: n ? `End with ${n} left` : 'End it', sentence: n ? `${counted(n, 'thing')} could still be chosen.` : 'More could still be chosen.', subline: n < 20 ? subline : undefined }
  }
}

const PANELS: Readonly<Record<string, string>> = {
  leyte_deployment: 'choices', plans: 'choices', gunlaying: 'odds', laying: 'odds', aiming: 'odds', allotting: 'odds', attacking: 'odds', burma_attacking: 'odds', torpedoing: 'odds', committing: 'odds', meeting: 'reports', in_impulse: 'reports',
}
/** Which panel of the rail stands open when a decision of another sort comes. */
export const panel = (desk: Desk): string => PANELS[procedureOf(viewOf(desk.view), desk.decision?.side)] ?? 'force'
