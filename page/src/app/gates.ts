import type { ChoiceButton } from '../frame/types'
import { counted, NARROW } from '../lib/words'
import type { Action } from './api'
import type { Desk } from './game'
import { givesUp, lostBy, lostIds, type ForfeitWords, type Lost } from './forfeits'

interface Gates {
  choices: readonly ChoiceButton[]
  sentence?: string
  short?: string
  subline?: string
}

/** The buttons with their weight from the referee: only a choice that loses nothing is filled. A choice that gives something up
 * first asks; its place then holds the way back, so that a double press loses nothing. */
export function guarded(desk: Desk, choices: readonly ChoiceButton[], acts: Record<string, () => void>): Gates {
  const { sight } = desk.lookOf(desk.decision!.side)!
  const asked = askedNow(desk, sight.seq)
  let told: ForfeitWords | undefined
  const gated = choices.flatMap((choice): ChoiceButton[] => {
    const act = acts[choice.id]
    const alone: Action = [choice.id]
    if (choice.row || !act || !desk.choices.some((one) => one.length === 1 && one[0] === choice.id)) return [choice]
    const lost = lostBy(sight, alone)
    if (!givesUp(lost)) return [{ ...choice, weight: lost && choice.weight === 'go' ? 'go' : 'plain' }]
    const words = wordsOf(desk, choice, lost!)
    if (asked !== choice.id) {
      acts[choice.id] = () => (desk.asked = { id: choice.id, seq: sight.seq, picks: desk.picks, draft: desk.draft })
      return [{ ...choice, label: words.first ?? choice.label, weight: 'plain', gate: true }]
    }
    told = words
    acts['keep'] = () => (desk.asked = null)
    acts['sure'] = () => ((desk.asked = null), act())
    return [{ id: 'sure', label: words.label, key: `Shift ${choice.key ?? 'D'}`, gate: true }, { id: 'keep', label: 'Keep choosing', key: choice.key ?? 'Esc' }]
  })
  if (!told) return { choices: gated }
  const others = gated.filter((choice) => choice.row || choice.id === 'sure' || choice.id === 'keep')
  return { choices: others, sentence: told.sentence, short: told.sentence.length > NARROW ? `${told.label}?` : undefined, subline: told.subline ?? '' }
}

/** The choice that is asking; it stops as soon as anything else is picked. */
function askedNow(desk: Desk, seq: number): string | null {
  return desk.asks(desk) && desk.asked!.seq === seq ? desk.asked!.id : null
}

const wordsOf = (desk: Desk, { id, label }: ChoiceButton, lost: Lost): ForfeitWords => {
  const n = lostIds(lost).length
  return desk.game.forfeit?.(id, lost, desk) ?? { label: `End with ${n} left`, sentence: `${label}: ${counted(n, 'thing')} could still be chosen.` }
}
