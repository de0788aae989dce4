import type { MatchStore, DraftPrompt } from '../../app/game'
import { counted } from '../../lib/text'
import { buttonStyle, verbText } from './play_prompts'

/** Deployment for Leyte, Guadalcanal and advanced Midway: secret objectives first, then the other open choices by kind. */

const THINGS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  choose_objective: ['hex', 'hexes'], plan: ['hex', 'hexes'], place_subron: ['kind', 'kinds'], redeploy: ['unit', 'units'], rebase: ['base', 'bases'], leave_out: ['base', 'bases'],
  bring_in: ['type', 'types'], stock: ['hex', 'hexes'], exchange: ['carrier', 'carriers'], restow: ['carrier', 'carriers'], split_before: ['division', 'divisions'],
  lay_link: ['port', 'ports'], lay_to_edge: ['port', 'ports'], join_link: ['ship', 'ships'], place_unit: ['unit', 'units'], place_air: ['airbase', 'airbases'],
  set_objective: ['rank', 'ranks'], station: ['kind', 'kinds'], place_ship: ['ship', 'ships'], place_off_map: ['ship', 'ships'],
}
/** The choices of objectives: one by the Allies (45.52), or two by Japan (42.63). */
const ONE = 'choose_objective'
const TWO = 'set_objective'
/** The verbs that end a deployment. */
const ENDS: readonly (string | undefined)[] = ['deployed', 'end_deployment', 'finish_deployment']

export function deploying(store: MatchStore): DraftPrompt {
  const verbs = [...new Set(store.choices.map(([verb]) => verb!))].filter((verb) => !ENDS.includes(verb))
  const [single, ranked] = [verbs.includes(ONE), verbs.includes(TWO)]
  const of = (verb: string): string => {
    const [one, many] = THINGS[verb] ?? ['choice', 'choices']
    return counted(new Set(store.choices.flatMap((choice) => (choice[0] === verb && choice[1] !== undefined ? [choice[1]] : []))).size, one, many)
  }
  const rows = verbs.map((verb) => ({ id: verb, row: verb === ONE || verb === TWO ? undefined : 'What to do', label: verbText(verb), note: of(verb), act: () => store.pick({ verb }, false) }))
  const done = store.choices.find(([verb]) => ENDS.includes(verb))
  const end = done ? [{ id: done[0]!, label: verbText(done[0]!), ...buttonStyle(done[0]!), act: () => void store.submit([done]) }] : []
  return {
    sentence: single ? 'Which place is your secret Objective?' : ranked ? 'Which are your two secret objectives?' : store.decision!.prompt, hasSelection: false,
    subline: single ? 'The side that holds it at the end scores its value (45.42).' : ranked ? 'Primary: up to 200 points for either side. Secondary: 50 for Japan.' : undefined,
    buttons: [...rows.filter(({ row }) => !row), ...end, ...rows.filter(({ row }) => row)],
  }
}
