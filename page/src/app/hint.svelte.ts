import { screen } from '../lib/screen.svelte'
import { api, type HintPlan } from './api'
import type { MatchStore } from './game'
import type { HintShown } from './hint'
import type { PromptWithActions } from './prompt'
import { decisionKey } from './page_model'
import type { NumberedMove } from './moves'

const NUMBERS = ['No plans', 'One plan', 'Two plans', 'Three plans']

/** A hint for one decision: a line under the question, then plans in the rail, one of which may be explained and filled in.
 * Nothing is submitted until the main button is pressed. */
export class Hint implements HintShown {
  plans = $state.raw<readonly HintPlan[]>([])
  /** why there is none, or that it is being fetched */
  why = $state('Asking for a hint.')
  /** the plans are shown in the rail */
  shown = $state(false)
  /** the explained plan and the filled-in plan, from 0 */
  explained = $state<number | null>(null)
  #filled = $state.raw<{ plan: number; picks: unknown; draft: unknown } | null>(null)
  readonly #moment: string
  #tab = ''

  constructor(private readonly store: MatchStore) {
    this.#moment = decisionKey(store)
    void this.#ask(store.decision!.side)
  }

  async #ask(side: string): Promise<void> {
    try {
      const { plans = [], why = '' } = await api.hints(this.store.id, side)
      ;[this.plans, this.why] = [plans, why]
    } catch (error) {
      this.why = error instanceof Error ? error.message : String(error)
    }
  }

  /** Whether its decision is still open. */
  get fresh(): boolean {
    return decisionKey(this.store) === this.#moment
  }

  /** The filled-in plan; null once anything else was picked or filled in. */
  get filled(): number | null {
    const was = this.#filled
    return was && was.picks === this.store.picks && was.draft === this.store.draft ? was.plan : null
  }

  /** "Three plans" */
  get title(): string {
    return NUMBERS[this.plans.length] ?? ''
  }

  /** The link that opens the plans: "Show three plans". */
  get link(): string {
    return this.plans.length === 1 ? 'Show the plan' : `Show ${this.title.replace(/^./, (c) => c.toLowerCase())}`
  }

  /** the computer player whose advice it is: "captain" */
  get by(): string {
    return this.plans[0]?.by ?? ''
  }

  /** Shows more: opens or closes the plans in the rail. */
  more(): void {
    if (this.shown) return this.close()
    if (!this.plans.length) return
    this.shown = true
    this.#tab = this.store.tab
    this.store.tab = 'hint'
    this.store.drawer = true
    if (screen.form === 'phone') this.store.part = 'choices'
  }

  close(): void {
    if (this.store.tab === 'hint') this.store.tab = this.#tab
    if (screen.form === 'phone' && this.store.part === 'choices') this.store.part = 'board'
    this.store.hint = null
  }

  explain(plan: number): void {
    this.explained = this.explained === plan ? null : plan
  }

  /** Fills a plan in: the main button makes its choices. */
  fill(plan: number): void {
    this.store.picks = []
    this.store.notices.clear()
    this.#filled = { plan, picks: this.store.picks, draft: this.store.draft }
    if (screen.form === 'phone') this.store.part = 'board'
  }

  empty(): void {
    this.#filled = null
  }

  /** Goes one step back: clears the filled-in plan, or closes the hint. */
  back(): void {
    if (this.filled === null) this.close()
    else this.empty()
  }

  async send(plan: number): Promise<void> {
    const { choices } = this.plans[plan]!
    const tab = this.#tab
    if ((await this.store.submit(choices, false)) && this.store.tab === 'hint') this.store.tab = tab
  }

  /** The numbered arrows of the plans shown; only those of the explained or filled-in plan, if there is one. */
  get moves(): readonly NumberedMove[] {
    if (!this.shown || !this.fresh) return []
    const only = this.filled ?? this.explained
    const side = this.store.decision!.side as NumberedMove['side']
    return this.plans.flatMap(({ moves }, plan) =>
      only !== null && only !== plan ? [] : (moves ?? []).map(({ units, origin, to }, k) => ({ id: `hint ${plan} ${k}`, n: plan + 1, side, from: origin, to, units })),
    )
  }

  /** The question with the hint: a line under it, or the filled-in choices with the button that submits them. */
  applyTo(prompted: PromptWithActions): PromptWithActions {
    const { filled } = this
    const acts = { ...prompted.acts, hint_plans: () => this.more() }
    if (filled === null) {
      if (this.shown) return prompted
      const [first] = this.plans
      return { prompt: { ...prompted.prompt, hint: first ? { text: `${first.title}.`, more: this.link } : { text: this.why } }, acts }
    }
    const plan = this.plans[filled]!
    return {
      prompt: {
        ...prompted.prompt, sentence: `${plan.title}?`, subline: 'Filled in by the hint. Nothing is sent yet.',
        choices: [...(prompted.prompt.choices ?? []).flatMap((choice) => (choice.gate ? { ...choice, key: choice.key === 'D' ? undefined : choice.key } : [])), { id: 'hint_send', label: plan.choices.length > 1 ? `Send ${plan.choices.length} choices` : 'Send this choice', key: 'D', weight: 'primary' }],
        quiet: [{ id: 'hint_empty', label: 'Empty', key: 'U', icon: 'undo' }],
      },
      acts: { ...acts, hint_send: () => void this.send(filled), hint_empty: () => this.empty() },
    }
  }
}
