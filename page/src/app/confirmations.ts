import type { ChoiceButton } from '../frame/types'
import { counted, NARROW } from '../lib/text'
import type { Action } from './api'
import type { MatchStore } from './game'
import { wastesOptions, unusedBy, unusedIds, type ConfirmationText, type UnusedOptions } from './unused_options'

interface ConfirmedChoices {
  choices: readonly ChoiceButton[]
  sentence?: string
  short?: string
  subline?: string
}

/** The buttons with their weight from the referee: only a choice that loses nothing is filled. A choice that gives something up
 * first asks; the cancel button then takes its place, so that a double press loses nothing. */
export function withConfirmations(store: MatchStore, choices: readonly ChoiceButton[], acts: Record<string, () => void>): ConfirmedChoices {
  const { matchView } = store.observationOf(store.decision!.side)!
  const asked = confirmationShown(store, matchView.seq)
  let confirmation: ConfirmationText | undefined
  const gated = choices.flatMap((choice): ChoiceButton[] => {
    const act = acts[choice.id]
    const alone: Action = [choice.id]
    if (choice.row || !act || !store.choices.some((one) => one.length === 1 && one[0] === choice.id)) return [choice]
    const unused = unusedBy(matchView, alone)
    const lost = unused && store.game.unused ? store.game.unused(unused, store) : unused
    if (!wastesOptions(lost)) return [{ ...choice, weight: lost && choice.weight === 'primary' ? 'primary' : 'plain' }]
    const words = confirmationText(store, choice, lost!)
    if (asked !== choice.id) {
      acts[choice.id] = () => (store.pendingConfirmation = { id: choice.id, seq: matchView.seq, picks: store.picks, draft: store.draft })
      return [{ ...choice, label: words.first ?? choice.label, weight: 'plain', gate: true }]
    }
    confirmation = words
    acts['keep'] = () => (store.pendingConfirmation = null)
    acts['sure'] = () => ((store.pendingConfirmation = null), act())
    return [{ id: 'sure', label: words.label, key: `Shift ${choice.key ?? 'D'}`, gate: true }, { id: 'keep', label: 'Keep choosing', key: choice.key ?? 'Esc' }]
  })
  if (!confirmation) return { choices: gated }
  const others = gated.filter((choice) => choice.row || choice.id === 'sure' || choice.id === 'keep')
  return { choices: others, sentence: confirmation.sentence, short: confirmation.sentence.length > NARROW ? `${confirmation.label}?` : undefined, subline: confirmation.subline ?? '' }
}

/** The choice that is asking; it stops as soon as anything else is picked. */
function confirmationShown(store: MatchStore, seq: number): string | null {
  return store.isConfirming(store) && store.pendingConfirmation!.seq === seq ? store.pendingConfirmation!.id : null
}

const confirmationText = (store: MatchStore, { id, label }: ChoiceButton, lost: UnusedOptions): ConfirmationText => {
  const n = unusedIds(lost).length
  return store.game.confirmation?.(id, lost, store) ?? { label: `End with ${n} left`, sentence: `${label}: ${counted(n, 'thing')} could still be chosen.` }
}
