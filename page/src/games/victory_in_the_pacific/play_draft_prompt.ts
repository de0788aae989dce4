import type { MatchStore, DraftPrompt } from '../../app/game'
import { allToOnePort, repeatTargets, BULK_HEADING, repairFully } from '../../app/bulk_buttons'
import { otherButtons, unitRows } from '../../app/selection_buttons'
import { fillIn, selectedChoices, type GroupSelection } from '../../app/group_selection'
import { WORDS } from './catalogue'
import { ACT, BY, currentSelection, isGroupVerb, press } from './play_input'
import { fitting, LINE, NARROW } from '../../lib/text'
import { counted, factsOf, listedShort, procedureOf, viewOf, whereIs, type Facts, type VitpView } from './play_view'
import { damagedOf, finishCripples, isDay, shotsOf, spreadEvenly } from './play_shots'
import { landingNote } from './play_odds_landing'
import { groupSpeedRoll } from './play_speed'
import { repairLeft } from './play_board'
import { doneText, groupText, isGroup, buttonStyle, verbText } from './play_prompts'
import { describeFactors } from './unit_text'

type Button = DraftPrompt['buttons'][number]

/** The question while units are picked and have no destination yet. */
export function draftPrompt(store: MatchStore): DraftPrompt | null {
  const selection = currentSelection(store)
  if (!selection) return null
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  if (selection.filled.length) return filledIn(store, selection, facts)
  const hasSelection = selection.picked.length > 0
  return {
    hasSelection: hasSelection && !selection.only,
    sentence: hasSelection ? questionText(selection, view, facts) : store.decision!.prompt,
    short: hasSelection ? questionText(selection, view, facts, NARROW) : undefined,
    buttons: [...(hasSelection ? targetButtons(store, selection, view, facts) : helpers(store, selection, view, facts)), ...units(store, selection, view, facts), ...(hasSelection ? [] : others(store, view))],
  }
}

/** The choices for the picked units: with their names where a line has room for them. */
function questionText(selection: GroupSelection, view: VitpView, facts: Facts, most = LINE): string {
  const verbs = [...new Set([...selection.open].map((way) => selection.choicesByUnit.get(selection.picked[0]!)!.get(way)![0]!))]
  const what = [...new Set(verbs.map((verb) => WORDS.about(verb)?.next ?? verbText(verb).replace(/^./, (c) => c.toLowerCase())))]
  const shots = procedureOf(view) === 'targeting' ? `, ${counted(shotsOfAll(selection.picked, view, facts), 'shot')}` : ''
  const names = namesOf(selection.picked, facts)
  return fitting([...names.map((who) => `${who}${shots}: ${what.slice(0, 2).join(', or ')}.`), ...names.map((who) => `${who}${shots}: ${what[0]}.`)], most)
}

/** Some units by name, then with fewer names, then only by their number. */
const namesOf = (ids: readonly string[], facts: Facts): string[] => {
  const names = ids.map((id) => facts.name(id))
  return [listedShort(names), listedShort(names, 2), counted(ids.length, 'unit')]
}

const shotsOfAll = (ids: readonly string[], view: VitpView, facts: Facts): number =>
  ids.reduce((n, id) => n + shotsOf(id, isDay(view), view, facts).shots, 0)

/** Moves all home to one port; sets targets without submitting them. */
function helpers(store: MatchStore, selection: GroupSelection, view: VitpView, facts: Facts): Button[] {
  const home = selection.oneAtATime ? [] : allToOnePort(store, selection, facts, (id) => whereIs(id, view), ['go', 'return'])
  if (home.length) return home
  if (procedureOf(view) !== 'targeting' || selection.choicesByUnit.size < 2) return []
  const targets = new Set([...selection.choicesByUnit.values()].flatMap((ways) => [...ways.keys()]))
  const all: Button[] = [{ id: 'spread', row: BULK_HEADING, label: 'Spread evenly', key: 'S', act: () => fillIn(store, spreadEvenly(selection, view, facts)) }]
  if ([...targets].some((id) => damagedOf(id, view))) all.push({ id: 'cripples', row: BULK_HEADING, label: 'Finish damaged ships', key: 'X', act: () => fillIn(store, finishCripples(selection, view, facts)) })
  return [...all, ...repeatTargets(store, selection)]
}

/** The targets are set: they are submitted together, or removed. */
function filledIn(store: MatchStore, selection: GroupSelection, facts: Facts): DraftPrompt {
  const kind = selection.filled.every(([, unit]) => facts.units.get(unit!)?.kind === 'carrier') ? 'carrier' : 'unit'
  return {
    hasSelection: true,
    sentence: selection.picked.length
      ? fitting(namesOf(selection.picked, facts).map((who) => `${who}: choose another target.`))
      : `${counted(selection.filled.length, kind)} aimed. Press one to change its target.`,
    short: selection.picked.length ? 'Choose another target.' : 'Press a unit to change its target.',
    buttons: [{ id: 'filled', label: 'Confirm targets', key: 'D', weight: 'primary', act: () => void store.submit(selection.filled) }],
  }
}

/** The heading of destinations of one type. */
const rowOf = (way: string, facts: Facts): string =>
  facts.units.has(way) ? 'Targets' : facts.areas.has(way) ? 'Sea areas' : facts.places.has(way) ? 'Ports and bases' : isGroup(way) ? 'Groups' : 'Others'

/** A button for each place, target or act that all picked units may have. */
function targetButtons(store: MatchStore, selection: GroupSelection, view: VitpView, facts: Facts): Button[] {
  const [first, ...rest] = selection.picked as [string, ...string[]]
  const full = selection.open.has(`${ACT}repair`) && !rest.length ? repairFully(store, first, facts.name(first), repairable(first, view)) : []
  const each = [...selection.open].map((way): Button => {
    const act = (): void => void store.submit(selectedChoices(selection, way))
    const verb = selection.choicesByUnit.get(first)!.get(way)![0]!
    if (way.startsWith(ACT)) return { id: `to ${way}`, label: verbText(verb), weight: selection.open.size === 1 ? 'primary' : undefined, key: selection.open.size === 1 ? 'D' : undefined, ...buttonStyle(verb), act }
    if (way.startsWith(BY)) {
      const [, back, area] = way.split(' ') as [string, string, string]
      return { id: `to ${way}`, row: rowOf(area, facts), label: facts.name(area), note: [`by way of ${facts.within(back)}`, price(groupSpeedRoll(selection, way, view, facts))].filter(Boolean).join(', '), act }
    }
    const unit = facts.units.get(way)
    const note = unit ? describeFactors(unit, view.damage[way], view.air_loss[way]) : (price(groupSpeedRoll(selection, way, view, facts)) ?? landingNote(selection.picked, way, view, facts))
    return { id: `to ${way}`, row: rowOf(way, facts), label: facts.name(way), note, ...groupText(way, view, facts), side: unit?.side, act }
  })
  return [...full, ...each]
}

/** The points of damage that a ship's port can still repair (11.1). */
const repairable = (id: string, view: VitpView): number => Math.min(view.damage[id] ?? 0, repairLeft(whereIs(id, view) ?? '', view) ?? 0)

const price = (value: string | undefined): string | undefined => (value && value !== 'free' ? `die ${value}` : value)

/** The units to pick, by place. */
const units = (store: MatchStore, selection: GroupSelection, view: VitpView, facts: Facts): Button[] =>
  unitRows(
    selection, (id) => whereIs(id, view) ?? 'lost', (spot) => facts.name(spot),
    (id) => ({ label: facts.name(id), note: facts.units.has(id) ? describeFactors(facts.units.get(id)!, view.damage[id], view.air_loss[id]) : undefined, side: facts.units.get(id)?.side }),
    (id) => void press(store, id), 'unit',
  )

/** The choices other than picking units. */
const others = (store: MatchStore, view: VitpView): Button[] =>
  otherButtons(store, isGroupVerb, (verb) => (verb === 'done' ? doneText(view) : verbText(verb)), buttonStyle)
