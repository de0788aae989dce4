import type { MatchStore, DraftPrompt } from '../../app/game'
import { sideName } from '../../board/sides'
import { counted } from '../../lib/text'
import { lossesOf, lossChoices, placed, casualtyChoiceOf, type Losses } from './battle'
import { askedSide, factsOf, topFrame, viewOf } from './play_view'
import { purchasesOf, purchaseChoices, purchaseOptionsOf, poolOf, withCount, type Purchases, type PurchaseOptions } from './purchase'
import { numberText, placesText } from './play_prompts'
import type { Economy } from './types'
import { capital, someText } from './unit_text'

/** The questions that the panels assemble: a purchase, the split of the pool, losses. Null for all others. */
export function panelDraftPrompt(store: MatchStore): DraftPrompt | null {
  const procedure = store.decision ? topFrame(viewOf(store.view))?.procedure : undefined
  if (procedure === 'purchase') return purchase(store)
  if (procedure === 'splitting') return splitting(store)
  if (procedure === 'losses') return losses(store)
  if (procedure === 'aftermath') return aftermath(store)
  if (procedure === 'submerging') return numbers(store, 'submerge', (n) => numberText(n, 'submerge', 0))
  if (procedure === 'intercept') return numbers(store, 'intercept', (n) => numberText(n, 'intercept', 0))
  if (procedure === 'bidding') return numbers(store, 'bid', (n) => `${n} points`, 'Bid for Japan: how many victory points will you need?')
  if (procedure === 'unit_bidding') return numbers(store, 'bid_ipc', (n) => `${n} IPC`, 'Bid for the Allies: how many IPC of extra units?')
  return null
}

function purchase(store: MatchStore): DraftPrompt {
  const view = viewOf(store.view)
  const basket = purchasesOf(store.draft)
  const market = purchaseOptionsOf(view, factsOf(store.pieces), askedSide(store), basket, store.choices)
  const [one, other] = market.buyers.map(({ name }) => name)
  const done = { id: 'done', label: 'Done buying', key: 'D', weight: 'primary' as const, act: () => void store.submit([['done']]) }
  const buy = { id: 'buy', label: buyLabel(basket, market), key: 'D', weight: 'primary' as const, act: () => void store.submit(purchaseChoices(basket)) }
  return {
    sentence: other ? `Buy units for ${one} and ${other}.` : `Buy units${askedSide(store) === 'usa' ? '' : ` for ${one}`}.`,
    subline: other ? 'Each pays for its own. Units are placed in phase 7.' : 'Units are placed in phase 7.',
    hasSelection: market.units > 0,
    buttons: [market.units ? buy : done, ...purchaseList(store, market)],
  }
}

/** "Buy 7 infantry for 21"; of several kinds, the number of units. */
function buyLabel(basket: Purchases, { units, price }: PurchaseOptions): string {
  const [only, ...others] = new Set(Object.values(basket).flatMap((own) => Object.keys(own)))
  const named = only !== undefined && !others.length ? `Buy ${someText(only, units)} for ${price}` : ''
  return named && named.length <= MAX_LETTERS ? named : `Buy ${counted(units, 'unit')} for ${price}`
}

/** Each kind that may still be bought as a row of the list, for players who choose in text; a press adds one. */
const purchaseList = (store: MatchStore, market: PurchaseOptions): DraftPrompt['buttons'] =>
  market.buyers.flatMap(({ economy, name, left }, at) => market.rows.flatMap(({ unit, steps }) => {
    const step = steps[at]
    const more = step ? step.most - step.n : 0
    if (!step || !more) return []
    return [{
      id: `buy ${economy} ${unit.id}`, row: `${name}, ${left} IPC left`, label: capital(unit.name), picked: step.n > 0,
      note: [`${unit.cost} IPC`, step.n ? `${step.n} chosen` : '', `up to ${more}${step.n ? ' more' : ''}`].filter(Boolean).join(', '),
      act: () => setBuy(store, economy, unit.id, step.n + 1),
    }]
  }))

function splitting(store: MatchStore): DraftPrompt {
  const { pool, india, least, most } = poolOf(viewOf(store.view), store.draft, store.choices)
  return {
    sentence: `Split the convoy pool of ${pool} IPC.`,
    subline: placesText(viewOf(store.view)) ?? 'India and Australia share the pool.',
    hasSelection: store.draft !== null,
    buttons: [{ id: 'split', label: `India ${india}, Australia ${pool - india}`, key: 'D', weight: 'primary', act: () => void store.submit([['split', String(india)]]) },
      ...Array.from({ length: most - least + 1 }, (_, n) => least + n).map((n) => ({ id: `split ${n}`, row: 'The pool', label: `${n} to India`, note: `${pool - n} to Australia`, picked: n === india, act: () => setSplit(store, n) }))],
  }
}

function losses(store: MatchStore): DraftPrompt | null {
  const taking = casualtyChoiceOf(viewOf(store.view), store.choices, lossesOf(store.draft))
  if (!taking) return null
  const open = taking.hits - placed(taking)
  const cheapest = { id: 'cheapest_first', label: 'Lose the cheapest', key: 'X', act: () => void store.submit([['cheapest_first']]) }
  const named = {
    id: 'lose', label: 'Confirm losses', key: 'D', weight: 'primary' as const, act: () => void store.submit(lossChoices(taking)),
    missing: open > 0 ? `${counted(open, 'hit')} to place` : undefined,
  }
  return {
    sentence: `${counted(taking.hits, 'hit')} on your force: choose losses.`,
    subline: taking.what || taking.later ? [taking.what, taking.later && `${taking.later} more ${taking.later === 1 ? 'hit follows' : 'hits follow'}`].filter(Boolean).join('; ') + '.' : taking.attacking ? undefined : 'Units that are hit still fire once.',
    hasSelection: placed(taking) > 0,
    buttons: [
      cheapest, named,
      ...taking.units.filter((unit) => open > 0 && unit.taken < unit.most).map((unit) => ({
        id: `lose ${unit.id}`, row: 'Losses', label: unit.name, note: `${unit.taken} of ${unit.most}, ${unit.word}`, picked: unit.taken > 0,
        act: () => setLoss(store, unit.id, unit.taken + 1),
      })),
    ],
  }
}

const MAX_LETTERS = 24
const MAX_WAYS = 2 // retreat places, each with a button in the prompt

/** 8.8.1 Retreating and pressing on are equal choices; many retreat places are shown in the list. */
function aftermath(store: MatchStore): DraftPrompt {
  const facts = factsOf(store.pieces)
  const back = store.choices.filter(([verb]) => verb === 'retreat')
  return {
    sentence: store.decision!.prompt,
    hasSelection: false,
    buttons: store.choices.map((choice): DraftPrompt['buttons'][number] => {
      const act = (): void => void store.submit([choice])
      const [verb, to] = choice
      if (verb === 'press_on') return { id: 'press_on', label: 'Press on', key: 'D', act }
      if (verb === 'break_off') return { id: 'break_off', label: 'Withdraw aircraft', key: 'X', act }
      const where = facts.within(to!).replace('sea zone', 'zone')
      const label = `Retreat to ${where}`
      return { id: `retreat ${to}`, label: label.length > MAX_LETTERS ? `To ${where}` : label, row: back.length > MAX_WAYS ? 'Retreat to' : undefined, act }
    }),
  }
}

const MAX_BUTTONS = 3

/** 8.5.3, 8.11.1 How many of the units take part: each number is a button if there are few, a row of the list if many. */
function numbers(store: MatchStore, verb: string, label: (n: number) => string, sentence = store.decision!.prompt): DraftPrompt {
  const offered = store.choices.filter((choice) => choice[0] === verb)
  return {
    sentence,
    hasSelection: false,
    buttons: [...offered.map((choice): DraftPrompt['buttons'][number] => {
      const n = Number(choice[1])
      return { id: choice.join(' '), label: label(n), row: offered.length > MAX_BUTTONS ? 'How many' : undefined, act: () => void store.submit([choice]) }
    }), ...ofPowers(store, `${verb}_with`)],
  }
}

/** 8.11.1 Where fighters of several powers are present: the number for one of them first, then the question continues for the others. */
const ofPowers = (store: MatchStore, verb: string): DraftPrompt['buttons'] =>
  store.choices.filter((choice) => choice[0] === verb).map((choice) => ({
    id: choice.join(' '), row: `First from ${sideName(choice[1]!)}`, label: `${choice[2]} from ${sideName(choice[1]!)}`, act: () => void store.submit([choice]),
  }))

// -- stepper actions ------------------------------------------------------------------------------------

const drafted = (basket: object): unknown => (Object.keys(basket).length ? basket : null)

/** Sets the number of units of a kind to buy for an economy. */
export function setBuy(store: MatchStore, economy: Economy, kind: string, n: number): void {
  const basket: Purchases = withCount(purchasesOf(store.draft), economy, kind, n)
  store.pendingConfirmation = null
  store.draft = Object.keys(basket).length ? { buy: basket } : null
}

export const setSplit = (store: MatchStore, india: number): void => void (store.draft = { india })

/** Sets the number of hits assigned to a unit. */
export function setLoss(store: MatchStore, id: string, n: number): void {
  const { [id]: _, ...others } = lossesOf(store.draft)
  const next: Losses = n > 0 ? { ...others, [id]: n } : others
  store.draft = drafted(next) && { lose: next }
}
