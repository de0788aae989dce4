// Every prompt that two games produce, as its page words it: it fits one line, its keys are unique, and no list looks like a disabled button.
import { describe, expect, test } from 'vitest'
import type { Action, Decision } from '../src/app/api'
import { selectableIds, question, matchingChoices, expandChoices, type Pick } from '../src/app/choices'
import type { MatchStore, GamePage } from '../src/app/game'
import { promptOf } from '../src/app/prompt_builder'
import pacificFury from '../src/games/pacific_fury/play'
import victory from '../src/games/victory_in_the_pacific/play'
import { factsOf, viewOf } from '../src/games/victory_in_the_pacific/play_view'
import { currentSelection } from '../src/games/victory_in_the_pacific/play_input'
import { arrangeSlots, withDigitKeys } from '../src/frame/slots'
import { LINE, NARROW } from '../src/lib/text'
import { recorded } from './recorded'

type Told = { pieces: unknown; decisions: { view: object; decision: Decision }[] }
const told = recorded<Record<'pf' | 'vitp', Told>>('prompts.json')
const GAMES: readonly (readonly [name: string, page: GamePage, told: Told])[] = [
  ['Pacific Fury', pacificFury, told.pf], ['Victory in the Pacific', victory, told.vitp],
]
const MAX_PICKED = 12
/** Letters that lead to parts of the page. */
const FRAME = ['B', 'F', 'L', 'N', 'R', 'V', '?', 'ESC']

/** As much of a store as prompts are made of. */
function storeAt(game: GamePage, pieces: unknown, { view, decision }: Told['decisions'][number], more: { picks?: readonly Pick[]; draft?: unknown; asked?: string } = {}): MatchStore {
  const choices = expandChoices(decision.choices)
  const { picks = [], draft = null } = more
  const asked = more.asked ? { id: more.asked, seq: 1, picks, draft } : null
  const matchView = { seq: 1, decision, undo: { steps: 1, why: '' }, over: false, waiting: [], undo_offer: null }
  return {
    game, pieces, view, decision, choices, picks, draft, pendingConfirmation: asked, matchView, clauses: [], remainingChoices: matchingChoices(choices, picks), question: question(choices, picks), highlighted: selectableIds(choices, picks), log: [], wholeLog: [],
    picked: new Set(picks.flatMap((pick) => ('id' in pick ? [pick.id] : []))), covered: false, busy: false, uncoveredSide: null, withdrawal: null, seating: 'alone', mine: decision.side, viewer: decision.side, viewpoint: decision.side,
    notices: { refusal: null, clear: () => undefined }, turns: { offered: null }, title: (side: string) => side, observationOf: () => ({ matchView, log: [] }), lastActSize: () => 1, isLastActOneChoice: () => true, isConfirming: () => !!asked,
    nameOf: (choice: Action) => choice.join(' '),
  } as unknown as MatchStore
}

/** The stores of a decision: as it comes, with what may be picked first, and where a choice asks since it gives something up. */
function stores(name: string, game: GamePage, pieces: unknown, at: Told['decisions'][number]): MatchStore[] {
  const plain = storeAt(game, pieces, at)
  const ids = [...plain.highlighted].slice(0, MAX_PICKED)
  const verbs = [...new Set(plain.choices.map(([verb]) => verb!))]
  const gates = Object.keys(at.decision.gives_up ?? {}).map((asked) => storeAt(game, pieces, at, { asked }))
  const begun = name === 'Pacific Fury' ? [...ids.map((id): Pick => ({ id })), ...verbs.map((verb): Pick => ({ verb }))].map((pick) => storeAt(game, pieces, at, { picks: [pick] })) : fleets(plain, game, pieces, at)
  return [plain, ...gates, ...begun]
}

/** With ships picked that have long names: one, three, as many as go the same way; and with targets filled in. */
function fleets(plain: MatchStore, game: GamePage, pieces: unknown, at: Told['decisions'][number]): MatchStore[] {
  const selection = currentSelection(plain)
  if (!selection) return []
  const facts = factsOf(pieces)
  const units = [...selection.choicesByUnit.keys()].toSorted((a, b) => facts.name(b).length - facts.name(a).length)
  const drafts: unknown[] = [1, 3, units.length].map((n) => ({ picked: units.slice(0, n) }))
  const filled = units.flatMap((id) => [...selection.choicesByUnit.get(id)!.values()].slice(0, 1))
  if (filled.some(([verb]) => verb === 'fire')) drafts.push({ picked: [], filled }, { picked: units.slice(0, 3), filled })
  return drafts.map((draft) => storeAt(game, pieces, at, { draft }))
}

describe.each(GAMES)('every prompt of %s', (name, game, { pieces, decisions }) => {
  const made = decisions.flatMap((at) => stores(name, game, pieces, at)).map((store) => promptOf(store).prompt)

  test('they are many, of every procedure that the walks met', () => {
    expect(made.length).toBeGreaterThan(name === 'Pacific Fury' ? 150 : 400)
  })
  test('fits one line, and a narrow box in its short form', () => {
    const long = made.filter(({ sentence }) => sentence.length > LINE).map(({ sentence }) => sentence)
    const wide = made.filter(({ sentence, short }) => (short ?? sentence).length > NARROW).map(({ sentence, short }) => short ?? sentence)
    expect([[...new Set(long)], [...new Set(wide)]]).toEqual([[], []])
  })
  test('has a second line of at most 75 letters', () => {
    expect([...new Set(made.flatMap(({ subline = '' }) => (subline.length > 75 ? [subline] : [])))]).toEqual([])
  })
  test.each([1, 2] as const)('numbers its buttons and its list as one, with %i next to the main button', (beside) => {
    for (const { choices = [], quiet = [] } of made) {
      const { slots, rows } = arrangeSlots(withDigitKeys(choices), quiet, beside)
      const shown = Object.values(slots as Record<string, { id: string; key?: string } | undefined>).flatMap((one) => one ?? [])
      const acts = [...shown, ...rows.filter((row) => !shown.some(({ id }) => id === row.id))]
      const keys = acts.flatMap(({ key }) => key ?? [])
      expect(new Set(keys).size, keys.join()).toBe(keys.length)
      expect(keys.filter((key) => FRAME.includes(key.toUpperCase()) && key !== 'Esc')).toEqual([])
    }
  })
  test('has for its main button the one act, or shows how many choices the list holds', () => {
    for (const { choices = [], quiet = [] } of made) {
      const { slots, rows } = arrangeSlots(withDigitKeys(choices), quiet)
      if (slots.main?.id === 'list') expect(slots.main).toEqual({ id: 'list', label: `Show ${rows.length} ${rows.length === 1 ? 'choice' : 'choices'}`, key: '/' })
    }
  })
})

test('a question about day or night shows who gets one more', () => {
  const at = (told.vitp).decisions.find(({ decision }) => decision.prompt.startsWith('Day or night'))!
  const { prompt } = promptOf(storeAt(victory, told.vitp.pieces, at))
  expect([prompt.sentence, prompt.short]).toEqual(['Day or night? If you differ, dice decide; day gets +1.', 'Day or night?'])
  expect(prompt.subline).toMatch(/The holder of the area gets \+1\.$/)
  expect(viewOf(at.view as never).frames.length).toBeGreaterThan(0)
})
