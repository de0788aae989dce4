import type { MatchStore, DraftPrompt } from '../../app/game'
import { allToOnePort, repeatTargets, BULK_HEADING, repairFully } from '../../app/bulk_buttons'
import { otherButtons, unitRows } from '../../app/selection_buttons'
import { fillIn, selectedChoices, type GroupSelection } from '../../app/group_selection'
import { WORDS } from './catalogue'
import { ACT, BY, selectionNow, isGroupVerb, press } from './play_input'
import { fitting, LINE, NARROW } from '../../lib/words'
import { counted, factsOf, listedShort, procedureOf, viewOf, whereIs, type Facts, type VitpView } from './play_view'
import { damagedOf, finishCripples, isDay, shotsOf, spreadEvenly } from './play_shots'
import { landingNote } from './play_odds_landing'
import { groupSpeedRoll } from './play_speed'
import { repairLeft } from './play_board'
import { doneWords, groupWords, isGroup, buttonStyle, verbWords } from './play_words'
import { factorsInWords } from './words'

type Button = DraftPrompt['buttons'][number]

/** The question while units are picked and have no destination yet. */
export function draftPrompt(store: MatchStore): DraftPrompt | null {
  const made = selectionNow(store)
  if (!made) return null
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  if (made.filled.length) return filledIn(store, made, facts)
  const hasSelection = made.picked.length > 0
  return {
    hasSelection: hasSelection && !made.only,
    sentence: hasSelection ? asked(made, view, facts) : store.decision!.prompt,
    short: hasSelection ? asked(made, view, facts, NARROW) : undefined,
    buttons: [...(hasSelection ? ways(store, made, view, facts) : helpers(store, made, view, facts)), ...units(store, made, view, facts), ...(hasSelection ? [] : others(store, view))],
  }
}

/** The choices for the picked units: with their names where a line has room for them. */
function asked(made: GroupSelection, view: VitpView, facts: Facts, most = LINE): string {
  const verbs = [...new Set([...made.open].map((way) => made.ways.get(made.picked[0]!)!.get(way)![0]!))]
  const what = [...new Set(verbs.map((verb) => WORDS.about(verb)?.next ?? verbWords(verb).replace(/^./, (c) => c.toLowerCase())))]
  const shots = procedureOf(view) === 'targeting' ? `, ${counted(shotsOfAll(made.picked, view, facts), 'shot')}` : ''
  const names = namesOf(made.picked, facts)
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
function helpers(store: MatchStore, made: GroupSelection, view: VitpView, facts: Facts): Button[] {
  const home = made.oneAtATime ? [] : allToOnePort(store, made, facts, (id) => whereIs(id, view), ['go', 'return'])
  if (home.length) return home
  if (procedureOf(view) !== 'targeting' || made.ways.size < 2) return []
  const targets = new Set([...made.ways.values()].flatMap((ways) => [...ways.keys()]))
  const all: Button[] = [{ id: 'spread', row: BULK_HEADING, label: 'Spread evenly', key: 'S', act: () => fillIn(store, spreadEvenly(made, view, facts)) }]
  if ([...targets].some((id) => damagedOf(id, view))) all.push({ id: 'cripples', row: BULK_HEADING, label: 'Finish damaged ships', key: 'X', act: () => fillIn(store, finishCripples(made, view, facts)) })
  return [...all, ...repeatTargets(store, made)]
}

/** The targets are set: they are submitted together, or removed. */
function filledIn(store: MatchStore, made: GroupSelection, facts: Facts): DraftPrompt {
  const kind = made.filled.every(([, unit]) => facts.units.get(unit!)?.kind === 'carrier') ? 'carrier' : 'unit'
  return {
    hasSelection: true,
    sentence: made.picked.length
      ? fitting(namesOf(made.picked, facts).map((who) => `${who}: choose another target.`))
      : `${counted(made.filled.length, kind)} aimed. Press one to change its target.`,
    short: made.picked.length ? 'Choose another target.' : 'Press a unit to change its target.',
    buttons: [{ id: 'filled', label: 'Confirm targets', key: 'D', weight: 'primary', act: () => void store.submit(made.filled) }],
  }
}

/** The heading of destinations of one type. */
const rowOf = (way: string, facts: Facts): string =>
  facts.units.has(way) ? 'Targets' : facts.areas.has(way) ? 'Sea areas' : facts.places.has(way) ? 'Ports and bases' : isGroup(way) ? 'Groups' : 'Others'

/** A button for each place, target or act that all picked units may have. */
function ways(store: MatchStore, made: GroupSelection, view: VitpView, facts: Facts): Button[] {
  const [first, ...rest] = made.picked as [string, ...string[]]
  const full = made.open.has(`${ACT}repair`) && !rest.length ? repairFully(store, first, facts.name(first), repairable(first, view)) : []
  const each = [...made.open].map((way): Button => {
    const act = (): void => void store.submit(selectedChoices(made, way))
    const verb = made.ways.get(first)!.get(way)![0]!
    if (way.startsWith(ACT)) return { id: `to ${way}`, label: verbWords(verb), weight: made.open.size === 1 ? 'primary' : undefined, key: made.open.size === 1 ? 'D' : undefined, ...buttonStyle(verb), act }
    if (way.startsWith(BY)) {
      const [, back, area] = way.split(' ') as [string, string, string]
      return { id: `to ${way}`, row: rowOf(area, facts), label: facts.name(area), note: [`by way of ${facts.within(back)}`, price(groupSpeedRoll(made, way, view, facts))].filter(Boolean).join(', '), act }
    }
    const unit = facts.units.get(way)
    const note = unit ? factorsInWords(unit, view.damage[way], view.air_loss[way]) : (price(groupSpeedRoll(made, way, view, facts)) ?? landingNote(made.picked, way, view, facts))
    return { id: `to ${way}`, row: rowOf(way, facts), label: facts.name(way), note, ...groupWords(way, view, facts), side: unit?.side, act }
  })
  return [...full, ...each]
}

/** The points of damage that a ship's port can still repair (11.1). */
const repairable = (id: string, view: VitpView): number => Math.min(view.damage[id] ?? 0, repairLeft(whereIs(id, view) ?? '', view) ?? 0)

const price = (value: string | undefined): string | undefined => (value && value !== 'free' ? `die ${value}` : value)

/** The units to pick, by place. */
const units = (store: MatchStore, made: GroupSelection, view: VitpView, facts: Facts): Button[] =>
  unitRows(
    made, (id) => whereIs(id, view) ?? 'lost', (spot) => facts.name(spot),
    (id) => ({ label: facts.name(id), note: facts.units.has(id) ? factorsInWords(facts.units.get(id)!, view.damage[id], view.air_loss[id]) : undefined, side: facts.units.get(id)?.side }),
    (id) => void press(store, id), 'unit',
  )

/** The choices other than picking units. */
const others = (store: MatchStore, view: VitpView): Button[] =>
  otherButtons(store, isGroupVerb, (verb) => (verb === 'done' ? doneWords(view) : verbWords(verb)), buttonStyle)
