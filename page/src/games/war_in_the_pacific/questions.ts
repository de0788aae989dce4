import type { MatchStore } from '../../app/game'
import { counted } from '../../lib/text'
import { isHex } from './grid'
import { factsOf, forceShort, knownPosition, subronName, topFrame, viewOf } from './play_view'
import { pickedText } from './play_prompts'

/** The question with its subject's name: "Where does 11-3 at Gangaw go?", not "Where does the unit go?". */

const MAX_LETTERS = 56

/** The words of a question that a field of the frame replaces with a name. */
const NAMELESS: readonly (readonly [words: string, field: string])[] = [
  ['the Supply Blocks', 'at'], ['the unit', 'unit'], ['the Task Force', 'force'], ['the Subron', 'subron'], ['the points', 'stack'], ['enter the hex', 'where'],
]

/** The hex or force targeted by the wave being planned; undefined if there is none. */
export function waveGoal(store: MatchStore): string | null {
  const view = viewOf(store.view)
  const wave = store.decision && /^(wave_plan|special_wave)$/.test(String(topFrame(view, store.decision.side)?.procedure)) ? String(topFrame(view, store.decision.side)?.['wave'] ?? '') : ''
  const goal = wave && (view.arrays['wave_at']?.[wave] ?? view.arrays['wave_force']?.[wave])
  return typeof goal === 'string' && goal ? goal : null
}

/** The hex of a question that does not let the player choose it: of the marching unit, of a Subron, of a contact, of stores. */
export function aboutHex(store: MatchStore): string | null {
  const frame = store.decision && topFrame(viewOf(store.view), store.decision.side)
  const [unit, subron] = [frame?.['unit'], frame?.['subron']]
  const unitAt = typeof unit === 'string' ? knownPosition(viewOf(store.view), factsOf(store.pieces)).value<string>('unit_at', unit) : undefined
  const subronAt = typeof subron === 'string' ? viewOf(store.view).subron_at?.[subron] : undefined
  const at = unitAt ?? subronAt ?? frame?.['at'] ?? frame?.['where']
  return typeof at === 'string' && isHex(at) ? at : null
}

/** The ring on the map for a question about one place: the player's forces in contact, or else the hex, or the hex of the
 * unfinished choice. */
export function aboutOnMap(store: MatchStore): string | null {
  const met = store.decision && topFrame(viewOf(store.view), store.decision.side)?.['forces']
  return (Array.isArray(met) && typeof met[0] === 'string' && met[0]) || aboutHex(store) || ([...store.picked].findLast(isHex) ?? null)
}

/** The names for a field's value, the full one first. */
function names(field: string, id: string, base: string | undefined, store: MatchStore, many = 0): string[] {
  const facts = factsOf(store.pieces)
  const [kind] = facts.stackName(id).split(',')
  if (field === 'unit') return [pickedText(id, '', store), pickedText(id, '', store).split(' at ')[0]!]
  if (field === 'force') return [forceShort(id)]
  if (field === 'subron') return [subronName(id)]
  if (field === 'at') return [`${counted(many, 'Supply Block')} at ${facts.placeName(id)}`]
  if (field === 'where') return isHex(id) ? [`enter ${facts.placeName(id)}`] : []
  return base ? [`points of ${kind} at ${facts.baseName(base)}`, `points of ${kind}`] : []
}

/** The question with names; undefined if it contains them all already, or if its subject is unknown. */
export function question(store: MatchStore): string | undefined {
  const { decision } = store
  const goal = waveGoal(store)
  if (goal) return decision!.prompt.replace('in this wave', isHex(goal) ? factsOf(store.pieces).placeName(goal) : forceShort(goal))
  const frame = decision && topFrame(viewOf(store.view), decision.side)
  const [words, field] = NAMELESS.find(([said, of]) => decision?.prompt.includes(said) && typeof frame?.[of] === 'string') ?? []
  if (!decision || !frame || !words || !field) return undefined
  const base = frame['base'] ?? frame['deck']
  const found = names(field, String(frame[field]), typeof base === 'string' ? base : undefined, store, Number(frame['blocks'] ?? 0)).map((name) => decision.prompt.replace(words, name))
  return found.find((question) => question.length <= MAX_LETTERS)
}
