import type { MatchStore } from '../../app/game'
import { unusedIds, type UnusedOptions } from '../../app/unused_options'
import type { ConfirmationText } from '../../app/unused_options'
import { counted, listedShort } from '../../lib/text'
import { isHex } from './grid'
import { factsOf, forceShort, isForce, knownPosition, procedureOf, viewOf } from './play_view'
import { doneText, unitName, valueText } from './play_prompts'

/** The text with which a choice that gives something up asks for confirmation. */
export function confirmation(_verb: string, lost: UnusedOptions, store: MatchStore): ConfirmationText | null {
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  const ids = unusedIds(lost)
  const position = knownPosition(view, facts)
  // The names as in the list of choices, without a comma.
  const verbOf = new Map(Object.entries(lost).flatMap(([verb, some]) => some.map((id) => [id, verb] as const)))
  const named = ids.map((id) => valueText(id, verbOf.get(id)!, 0, store).label.replace(/, (\w+)$/, ' ($1)'))
  const subline = named.length ? `${listedShort(named)}.` : undefined
  // Many units have the same type: their places distinguish them.
  const standing = [...new Set(ids.map((id) => position.value<string>('unit_at', id) ?? '').filter(isHex))].map((at) => facts.placeName(at))
  const n = ids.length
  const first = doneText(view)
  switch (procedureOf(view, store.decision?.side)) {
    case 'orders': {
      const forces = ids.filter(isForce)
      const left = forces.length === 1 ? `${forceShort(forces[0]!)} stays in Transit.` : `${forces.length} forces stay in Transit.`
      return { first, label: 'End the orders', sentence: forces.length ? left : `${counted(n, 'order')} could still be given.`, subline }
    }
    case 'in_impulse': {
      return { first, label: 'Let it go', sentence: `${listedShort(named, 2)} could still react.` }
    }
    case 'leyte_deployment': {
      const [unplanned] = lost['plan'] ?? []
      const sentence = unplanned ? `No assault on ${facts.placeName(unplanned)} is planned.` : 'Some submarines have no station yet.'
      return { first: 'Finish deployment', label: 'Deploy as is', sentence, subline: unplanned ? 'Nobody may land where no assault is planned (16.2).' : 'Later they sail from port.' }
    }
    case 'midway_advanced_deployment':
      if (lost['plan']?.length) return { first: 'Finish deployment', label: 'Deploy as is', sentence: `No assault on ${facts.placeName(lost['plan'][0]!)} is planned.`, subline: 'Units land only where a card says so (42.64).' }
      return { first: 'Finish deployment', label: 'Deploy as is', sentence: 'Some submarines have no station yet.', subline: 'Later they sail from port.' }
    case 'guadalcanal_deployment':
      return { first: 'Finish deployment', label: 'Deploy as is', sentence: `${counted(n, 'choice is', 'choices are')} still open.`, subline: 'Links without merchant shipping are given up (15.2).' }
    case 'pipeline_orders':
      return { first, label: 'Leave them', sentence: `${counted(n, 'ship or port', 'ships and ports')} could still serve a link.`, subline: 'Links without merchant shipping are given up (15.2).' }
    case 'cargo_orders':
      return { first, label: 'Stop sending', sentence: 'Links could still carry cargo.', subline }
    case 'at_the_shore': {
      const landing = lost['land'] ?? []
      if (landing.length) return { first, label: 'Stop landing', sentence: `${counted(landing.length, 'unit')} could still land.`, subline: `${listedShort(landing.map((id) => unitName(id, position)))}.` }
      return { first, label: 'Finished ashore', sentence: 'Ships could still load, unload or bombard.', subline }
    }
    case 'search_orders':
      return { first, label: 'Stop searching', sentence: `${counted(n, 'base')} could still search.`, subline }
    case 'declaring':
    case 'special_orders':
      return { first, label: n > 1 ? 'Let them go' : 'Let it go', sentence: `${listedShort(named, 2)} ${n > 1 ? 'are' : 'is'} within reach.` }
    case 'transfers':
      return { first, label: 'Stop transferring', sentence: `${counted(n, 'base')} could still transfer points.`, subline }
    case 'ready_orders':
      return { first, label: 'Leave them', sentence: `${counted(n, 'base or carrier has', 'bases and carriers have')} aircraft not made ready.`, subline }
    case 'gunlaying':
      return { first, label: `Hold fire with ${n}`, sentence: `${counted(n, 'ship')} could still fire.`, subline }
    case 'gathering':
      return { first, label: 'Sail without them', sentence: `${counted(n, 'ship stays', 'ships stay')} behind.`, subline }
    case 'burma_marching':
    case 'lift_marching':
    case 'marching':
      return { first, label: 'Stop marching', sentence: `${counted(n, 'unit')} could still march.`, subline: standing.length ? `At ${listedShort(standing)}.` : undefined }
    case 'burma_attacking':
    case 'attacking':
      return { first, label: 'Stop attacking', sentence: `${counted(n, 'hex', 'hexes')} could still be attacked.`, subline }
    default:
      return { first, label: n ? `End with ${n} left` : 'End it', sentence: n ? `${counted(n, 'choice is', 'choices are')} still open.` : 'There are still choices left.', subline: n < 20 ? subline : undefined }
  }
}

const PANELS: Readonly<Record<string, string>> = {
  leyte_deployment: 'choices', guadalcanal_deployment: 'links', midway_advanced_deployment: 'choices', pipeline_orders: 'links', cargo_orders: 'links', plans: 'choices', gunlaying: 'odds', laying: 'odds', aiming: 'odds', allotting: 'odds', attacking: 'odds', burma_attacking: 'odds', torpedoing: 'odds', committing: 'odds', meeting: 'reports', in_impulse: 'reports',
}
/** The panel of the rail for a decision of another kind. */
export const panel = (store: MatchStore): string => PANELS[procedureOf(viewOf(store.view), store.decision?.side)] ?? 'force'
