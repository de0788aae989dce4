import { api, type OddsRows } from '../../app/api'
import type { MatchStore } from '../../app/game'

/** The odds of the open decision, fetched once: in full in the rail, as one line in the prompt. */
export class OddsLookahead {
  #answer = $state.raw<{ of: string; tables: readonly OddsRows[] }>({ of: '', tables: [] })
  readonly #store: MatchStore

  constructor(store: MatchStore) {
    this.#store = store
    $effect(() => {
      const of = this.#moment
      if (!of) return
      api.odds(store.id, of.split(' ')[0]!).then((tables) => of === this.#moment && (this.#answer = { of, tables }), () => undefined)
    })
    lookaheads.set(store, this)
  }

  /** The odds of this decision; those of an earlier one are dropped. */
  get rows(): readonly OddsRows[] {
    return this.#answer.of === this.#moment ? this.#answer.tables : []
  }

  get #moment(): string {
    const { decision, covered } = this.#store
    return decision && !covered ? `${decision.side} ${this.#store.observationOf(decision.side)?.matchView.seq}` : ''
  }
}

const lookaheads = new WeakMap<MatchStore, OddsLookahead>()
export const oddsLookahead = (store: MatchStore | undefined): readonly OddsRows[] => (store && lookaheads.get(store)?.rows) ?? []

/** A number and its unit stay on one line. */
const percent = (chance: number): string => (chance > 0.995 && chance < 1 ? '> 99\u00a0%' : chance > 0 && chance < 0.005 ? '< 1\u00a0%' : `${Math.round(100 * chance)}\u00a0%`)

const MIN_CHANCE = 0.005

/** The effect of a wave not yet ordered, as one line: its first ship sunk, or a hit, without patrol and past one. */
export function waveLine(tables: readonly OddsRows[]): string {
  const table = tables.find(({ title }) => title.startsWith('This wave'))
  const alone = table?.rows.find(({ name }) => /no patrol$/i.test(name))
  const past = table?.rows.find(({ name }) => name.endsWith('on patrol'))
  if (!table || !alone || !past) return ''
  const sunk = table.outcomes.indexOf('sunk')
  // A ship that cannot be sunk may still be hit.
  const sinks = sunk >= 0 && [alone, past].some((row) => row.chances[sunk]! >= MIN_CHANCE)
  const chance = (row: typeof alone): string => percent(sinks ? row.chances[sunk]! : 1 - row.chances[0]!)
  const what = sunk < 0 ? 'A hit' : `${alone.name.split(/ by lot|,/)[0]} ${sinks ? 'sunk' : 'damaged'}`
  return `${what} ${chance(alone)} with no patrol, ${chance(past)} past ${past.name.split(', ').at(-1)!.replace(' on patrol', '')}.`
}

/** 16.2 The defence that an assault on a hex would meet, as far as the odds before planning give it: "12 to 17, cleared with 33 %". */
export function assaultText(tables: readonly OddsRows[], hex: string): string {
  const table = tables.find(({ title }) => /ssault: the attack that follows$/.test(title))
  const row = table?.rows.find(({ id }) => id.split(' ')[0] === hex)
  const ratio = row && /: (\d+ to \d+)/.exec(row.name)?.[1]
  return row && ratio ? `${ratio}, ${percent(1 - row.chances[table!.outcomes.indexOf('stays')]!)} to clear it` : ''
}

const MAX_LETTERS = 70
/** The effect of shore orders, as one line: a hit of the first bombardment, and a hex cleared by a landing. */
export function shoreLine(tables: readonly OddsRows[]): string {
  const bombards = tables.find(({ title }) => title === 'Bombardment')?.rows[0]
  const landing = tables.find(({ title }) => title.startsWith('Landing: '))
  const lands = landing?.rows[0]
  const hits = bombards && `${bombards.name.split(/ at |,/)[0]} hits: ${percent(1 - bombards.chances[0]!)}`
  const falls = lands && `Chance to take ${lands.name.split(/, |:/)[1]?.trim()}: ${percent(1 - lands.chances[landing!.outcomes.indexOf('stays')]!)}`
  const said = [hits, falls].filter(Boolean)
  return said.length ? `${said.join('; ').length > MAX_LETTERS ? said.at(-1) : said.join('; ')}.` : ''
}
