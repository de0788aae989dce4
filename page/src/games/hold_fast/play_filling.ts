import type { Desk, Filling } from '../../app/game'
import { allToOne, asBefore, AT_ONCE, repairFully } from '../../app/at_once'
import { otherButtons, unitRows } from '../../app/gather_buttons'
import { together, type Gathering } from '../../app/gathering'
import { whereIs } from './play_blocks'
import { WORDS } from './catalogue'
import { gathering, gathers, press } from './play_hands'
import { counted, factsOf, listedShort, procedureOf, viewOf, type Facts, type HoldView } from './play_view'
import { repairLeft } from './play_board'
import { doneWords, manner, pointsLeft, verbWords } from './play_words'

type Button = Filling['buttons'][number]

/** The question while units are picked and have no destination yet. */
export function filling(desk: Desk): Filling | null {
  const made = gathering(desk)
  const view = viewOf(desk.view)
  const facts = factsOf(desk.pieces)
  if (!made) return procedureOf(view) === 'repairs' && !desk.picks.length ? repairs(desk, view, facts) : null
  const begun = made.picked.length > 0
  return {
    begun,
    sentence: begun ? asked(made, view, facts) : desk.decision!.prompt,
    buttons: [...(begun ? ways(desk, made, view, facts) : helpers(desk, made, facts)), ...units(desk, made, view, facts), ...(begun ? [] : others(desk, view))],
  }
}

/** 5.0.3 One press repairs all points; other choices repair one point each. */
function repairs(desk: Desk, view: HoldView, facts: Facts): Filling {
  const whole = desk.choices.flatMap(([verb, unit]) => (verb === 'repair' ? repairFully(desk, unit!, facts.name(unit!), repairable(unit!, view, facts)) : []))
  return { begun: false, sentence: desk.decision!.prompt, buttons: [...whole.map((one) => ({ ...one, row: AT_ONCE })), ...others(desk, view)] }
}

/** The points that a unit lacks, limited by what its port can repair and the side can pay. */
export function repairable(id: string, view: HoldView, facts: Facts): number {
  const unit = facts.units.get(id)
  const told = unit && view.units[unit.side][id]
  if (!told) return 0
  return Math.min(unit.strength - told.strength, repairLeft(whereIs(id, view) ?? '', view, facts) ?? unit.strength, pointsLeft(view, unit.side))
}

/** Moves all home to one port; or repeats the targets of the last round, where several may be aimed together. */
const helpers = (desk: Desk, made: Gathering, facts: Facts): Button[] =>
  made.single
    ? []
    : [...allToOne(desk, made, facts, (id) => whereIs(id, viewOf(desk.view)), ['go', 'return', 'dock']), ...asBefore(desk, made, (choices) => void desk.submit(choices))]

const TARGET = 'choose a target'

/** The maximum length of a question that fits in its line. */
const LINE = 56

function asked(made: Gathering, view: HoldView, facts: Facts): string {
  const verb = verbOf(made)
  const dice = ['fire', 'pursue', 'reply'].includes(verb) ? `, ${counted(diceOf(made.picked, facts), 'die', 'dice')}` : ''
  const rest = `${dice}: ${procedureOf(view) === 'land_fight' ? TARGET : (WORDS.about(verb)?.next ?? TARGET)}.`
  const names = listedShort(made.picked.map((id) => facts.name(id)))
  return names.length + rest.length <= LINE ? names + rest : counted(made.picked.length, 'unit') + rest
}

const verbOf = (made: Gathering): string => [...made.ways.get(made.picked[0]!)!.values()][0]![0]!

export const diceOf = (ids: readonly string[], facts: Facts): number => ids.reduce((n, id) => n + (facts.units.get(id)?.dice ?? 0), 0)

/** A button for each place or target that all picked units may have. */
function ways(desk: Desk, made: Gathering, view: HoldView, facts: Facts): Button[] {
  return [...made.open].map((to) => {
    const unit = facts.units.get(to)
    const told = unit && view.units[unit.side][to]
    return {
      id: `to ${to}`, row: unit ? 'Targets' : facts.areas.has(to) ? 'Sea areas' : 'Ports and bases', label: facts.name(to), note: told ? `${told.strength} of ${unit.strength}` : undefined, side: unit?.side,
      act: () => void desk.submit(together(made, to)),
    }
  })
}

/** The units to pick, by place. */
const units = (desk: Desk, made: Gathering, view: HoldView, facts: Facts): Button[] =>
  unitRows(
    made, (id) => whereIs(id, view) ?? 'lost', (spot) => (spot === 'lost' ? 'Lost units' : facts.name(spot)),
    (id) => ({ label: facts.name(id), note: strength(id, view, facts), side: facts.units.get(id)?.side }), (id) => void press(desk, id), 'block',
  )

function strength(id: string, view: HoldView, facts: Facts): string | undefined {
  const unit = facts.units.get(id)
  const told = unit && view.units[unit.side][id]
  return told ? `${told.strength} of ${unit.strength}` : undefined
}

/** The choices other than picking units. */
const others = (desk: Desk, view: HoldView): Button[] =>
  otherButtons(desk, gathers, (verb) => (verb === 'done' ? doneWords(view) : verbWords(verb)), manner)
