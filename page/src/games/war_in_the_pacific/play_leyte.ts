import type { MatchStore, Filling } from '../../app/game'
import { counted } from '../../lib/words'
import { buttonStyle, verbWords } from './play_words'

/** Deployment for Leyte, Guadalcanal and advanced Midway: secret objectives first, then the other open choices by kind. */

const THINGS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  choose_objective: ['hex', 'hexes'], plan: ['hex', 'hexes'], place_subron: ['kind', 'kinds'], redeploy: ['unit', 'units'], rebase: ['base', 'bases'], leave_out: ['base', 'bases'],
  bring_in: ['type', 'types'], stock: ['hex', 'hexes'], exchange: ['carrier', 'carriers'], restow: ['carrier', 'carriers'], split_before: ['division', 'divisions'],
  lay_link: ['port', 'ports'], lay_to_edge: ['port', 'ports'], join_link: ['ship', 'ships'], place_unit: ['unit', 'units'], place_air: ['airbase', 'airbases'],
  set_objective: ['rank', 'ranks'], station: ['kind', 'kinds'], place_ship: ['ship', 'ships'], place_off_map: ['ship', 'ships'],
}
/** The choice of an objective, with its question and its clause. */
const FIRST: Readonly<Record<string, readonly [sentence: string, subline: string]>> = {
  choose_objective: ['Which place is your secret Objective?', 'The side that holds it at the end scores its value (45.42).'],
  set_objective: ['Which are your two secret objectives?', 'The Primary is worth 200 points to either side, the Secondary 50 to Japan (42.43).'],
}
/** The verbs that end a deployment. */
const ENDS: readonly (string | undefined)[] = ['deployed', 'end_deployment', 'finish_deployment']

export function deploying(store: MatchStore): Filling {
  const verbs = [...new Set(store.choices.map(([verb]) => verb!))].filter((verb) => !ENDS.includes(verb))
  const open = FIRST[verbs.find((verb) => FIRST[verb]) ?? '']
  const of = (verb: string): string => {
    const [one, many] = THINGS[verb] ?? ['choice', 'choices']
    return counted(new Set(store.choices.flatMap((choice) => (choice[0] === verb && choice[1] !== undefined ? [choice[1]] : []))).size, one, many)
  }
  const rows = verbs.map((verb) => ({ id: verb, row: FIRST[verb] ? undefined : 'What to do', label: verbWords(verb), note: of(verb), act: () => store.pick({ verb }, false) }))
  const done = store.choices.find(([verb]) => ENDS.includes(verb))
  const end = done ? [{ id: done[0]!, label: verbWords(done[0]!), ...buttonStyle(done[0]!), act: () => void store.submit([done]) }] : []
  return {
    sentence: open?.[0] ?? store.decision!.prompt, begun: false,
    subline: open?.[1],
    buttons: [...rows.filter(({ row }) => !row), ...end, ...rows.filter(({ row }) => row)],
  }
}
