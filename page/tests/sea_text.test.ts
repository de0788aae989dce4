// What games on the sea areas of the Pacific share, tested with an invented third game: the parts name no game.
import { SIDES } from '../src/games/sides'
import { describe, expect, test } from 'vitest'
import type { Action, LogEntry, VisibleEvent } from '../src/app/api'
import { timelineOf, shortDate, stepAt } from '../src/app/timeline'
import type { MatchStore } from '../src/app/game'
import { highlightsOf, press, type SelectionRules } from '../src/app/group_selection'
import { resolvePress } from '../src/app/place_selection.svelte'
import { busiestPlace, areaNodes } from '../src/app/sea_text'
import { highestDice, isImportant, logLines, type LogFormat } from '../src/app/log_lines'
import { Geography } from '../src/board/geography'
import { cachedByKey, SeaFacts } from '../src/board/pacific/facts'
import { countOf, selectableIds, mergedPiles, describePiles, pilesOf, type Kind, type Piece, type Spot } from '../src/board/pacific/piles'
import { placesOf } from '../src/board/pacific/places'
import { labelSideOf, pointOf, row, seaMap } from '../src/board/pacific/map_config'
import { describeArea, occupiedPlaces, describePlace } from '../src/board/pacific/place_text'
import type { Side } from '../src/board/types'

const TOLD = {
  units: [['akagi', 'Akagi', 'japan'], ['kaga', 'Kaga', 'japan'], ['wasp', 'Wasp', 'allies']].map(([id, name, side]) => ({ id, name, side })),
  areas: [
    { id: 'coral_sea', name: 'Coral Sea', japan: 1, allies: 2, adjacent: ['solomons'] }, { id: 'solomons', name: 'Solomons', japan: 3, allies: 1, adjacent: ['coral_sea'] },
  ],
  places: [{ id: 'truk', name: 'Truk', kind: 'port', touches: ['coral_sea', 'solomons'] }, { id: 'lae', name: 'Lae', kind: 'base', touches: ['coral_sea'] }],
}
const FACTS = new SeaFacts(TOLD, SIDES)
const CARRIERS: Kind = { id: 'carrier', names: ['carrier', 'carriers'] }
const BACKS: Kind = { id: 'hidden', names: ['back', 'backs'] }
const piece = (id: string, side: Side, more: Partial<Piece> = {}): Piece => ({ id, side, label: id, name: id, ...more })
const kindOf = ({ name }: Piece): Kind => (name ? CARRIERS : BACKS)
const JAPAN = pilesOf([piece('akagi', 'japan', { legal: true }), piece('x', 'japan', { name: undefined }), piece('kaga', 'japan', { selected: true })], 'truk', kindOf)
const ALLIES = pilesOf([piece('wasp', 'allies')], 'truk', kindOf)

describe('facts', () => {
  test('names are those of areas, places and units; within a sentence seas take their article', () => {
    expect(['coral_sea', 'truk', 'wasp', 'task_force_1'].map((id) => FACTS.name(id))).toEqual(['Coral Sea', 'Truk', 'Wasp', 'task force 1'])
    expect(['coral_sea', 'truk'].map((id) => FACTS.within(id))).toEqual(['the Coral Sea', 'Truk'])
    expect([FACTS.onMap('lae'), FACTS.onMap('off_board'), FACTS.sideOf('wasp'), FACTS.sideOf('nobody')]).toEqual([true, false, 'allies', undefined])
  })
  test('they are created once from the data, and are empty before', () => {
    let made = 0
    const factsOf = cachedByKey((told) => (made++, new SeaFacts(told, SIDES)))
    expect(factsOf(TOLD)).toBe(factsOf(TOLD))
    expect([made, factsOf(undefined).areas.size]).toEqual([2, 0])
  })
})

describe('piles', () => {
  test('pieces are ordered by kind, then by arrival', () => {
    expect(JAPAN.map((pile) => [pile.id, pile.pieces.map((one) => one.id)])).toEqual([['truk japan carrier', ['akagi', 'kaga']], ['truk japan hidden', ['x']]])
    expect(describePiles(JAPAN)).toBe('2 carriers, 1 back')
    expect([countOf(JAPAN), selectableIds(JAPAN[0]!)]).toEqual([3, ['akagi', 'kaga']])
  })
  test('a heap contains all units of a side; a single pile stays as it is', () => {
    const all = mergedPiles([...JAPAN, ...ALLIES], ['ship', 'ships'])
    expect(all.map((pile) => [pile.id, describePiles([pile])])).toEqual([['truk japan all', '3 ships'], ['truk allies carrier', '1 carrier']])
  })
})

describe('words', () => {
  test('an area is announced with its events, its holder, its value and its units', () => {
    expect(describeArea(FACTS.areas.get('coral_sea')!, undefined, true, [...JAPAN, ...ALLIES], ['combat now', ''])).toBe(
      'Coral Sea, sea area, may be chosen, combat now, Nobody holds it, worth 1 to Japan and 2 to the Allies, Japanese: 2 carriers, 1 back, Allied: 1 carrier',
    )
  })
  test('a port is announced with its owner, its repairs, its seas and its units', () => {
    expect(describePlace(FACTS.places.get('truk')!, FACTS, 'japan', false, 2, ALLIES)).toBe('Truk, Japanese port, repairs 2, on the Coral Sea and Solomons, here: 1 carrier')
    expect(describePlace(FACTS.places.get('lae')!, FACTS, 'allies', true, undefined, [])).toBe('Lae, Allied base, may be chosen, on the Coral Sea, nothing here')
  })
  test('places with units are listed, the player’s own first', () => {
    const spots: Spot[] = [{ id: 'lae', name: 'Lae', piles: [] }, { id: 'coral_sea', name: 'Coral Sea', piles: ALLIES }, { id: 'truk', name: 'Truk', piles: [...JAPAN, ...ALLIES] }]
    expect(occupiedPlaces(spots, 'japan').map((one) => one.label)).toEqual(['Truk: 3 Japanese, 1 Allied', 'Coral Sea: 1 Allied'])
    expect(occupiedPlaces(spots, 'allies').map((one) => one.label)).toEqual(['Coral Sea: 1 Allied', 'Truk: 1 Allied, 3 Japanese'])
  })
  test('on the text board a place is below its first sea', () => {
    const standing = (spot: string) => (spot === 'truk' ? [{ key: 'stand', name: 'Ships' }] : [])
    const [coral, solomons] = areaNodes({ facts: FACTS, holder: () => 'japan', owner: () => 'allies', repair: (id) => (id === 'truk' ? 1 : undefined), now: () => ', combat now', standing })
    expect(coral!.note).toBe('sea area, japan holds it, worth 1 to Japan and 2 to the Allies, combat now')
    expect(coral!.nodes!.map((node) => [node.name, node.note, node.nodes!.length])).toEqual([['Truk', 'port of the Allies, repairs 1, also on Solomons', 1], ['Lae', 'base of the Allies', 0]])
    expect(solomons!.nodes).toEqual([])
  })
})

describe('the map as it is set', () => {
  const area = (name: string[]) => ({ name, at: [150, -15] as const, flag: [150, -17] as const, rows: { japan: row(148, -20, 152), allies: row(155, -20, 160) } })
  const places = placesOf(['truk', 'attu'], { attu: { label: 'right' } })
  const map = seaMap(new Geography([], [], [], { west: 0, east: 1, south: 0, north: 1 }), { large: { coral_sea: area(['Coral Sea']) }, small: { coral_sea: area(['Coral']) } }, places)
  test('names of the areas come in the size of their form', () => {
    expect([map.names.large, map.names.small].map(([name]) => [name!.lines, name!.size])).toEqual([[['Coral Sea'], 20], [['Coral'], 12]])
  })
  test('places are those requested, with the settings of the game', () => {
    expect(places.map((place) => [place.id, place.kind, labelSideOf(place, 'large')])).toEqual([['truk', 'port', 'left'], ['attu', 'base', 'right']])
    expect(labelSideOf(places[0]!, 'small')).not.toBe('left')
  })
  test('a fleet is at its port, or where its side’s row begins', () => {
    expect([pointOf(map, 'large', 'truk', 'japan'), pointOf(map, 'large', 'coral_sea', 'allies'), pointOf(map, 'large', 'off_board', 'japan')]).toEqual([places[0]!.at, [155, -20], undefined])
  })
})

describe('the meaning of a press', () => {
  const CHOICES: Action[] = [['go', 'akagi', 'coral_sea'], ['by', 'akagi', 'truk', 'solomons'], ['by', 'akagi', 'lae', 'solomons'], ['by', 'akagi', 'lae', 'hawaii'], ['stop', 'akagi'], ['scout', 'lae']]
  const rules: SelectionRules = {
    unitAndTarget: ([verb, unit, ...rest]) => (verb === 'scout' ? null : [unit!, verb === 'stop' ? '!stop' : rest.join(' ')]),
    oneAtATime: () => false, boardTarget: (way) => (way.startsWith('!') ? null : way.split(' ').at(-1)!), inferChoice: () => null,
  }
  function storeOf(): MatchStore & { sent: Action[][]; pressed: string[] } {
    const store = {
      choices: CHOICES, picks: [], draft: null, busy: false, covered: false, decision: {}, notices: { clear: () => undefined }, sent: [] as Action[][], pressed: [] as string[],
      submit: (all: readonly Action[]) => Promise.resolve(void store.sent.push([...all])), press: (id: string) => (store.pressed.push(id), false),
    }
    return store as unknown as MatchStore & { sent: Action[][]; pressed: string[] }
  }
  test('ways are highlighted where they end; a way of another kind is highlighted while nothing is picked', () => {
    const store = storeOf()
    expect([...highlightsOf(store, rules).highlighted].toSorted()).toEqual(['akagi', 'lae'])
    press(store, rules, 'akagi')
    expect([...highlightsOf(store, rules).highlighted].toSorted()).toEqual(['coral_sea', 'hawaii', 'solomons'])
  })
  test('the only way that ends there is chosen; of two the question asks', () => {
    const store = storeOf()
    press(store, rules, 'akagi')
    expect([press(store, rules, 'solomons'), store.sent]).toEqual([true, []])
    press(store, rules, 'hawaii')
    expect(store.sent).toEqual([[['by', 'akagi', 'lae', 'hawaii']]])
  })
  test('a base within one highlighted sea acts for it; a port between two, or a highlighted one, does not', () => {
    expect(resolvePress('lae', FACTS, new Set(['coral_sea']))).toBe('coral_sea')
    expect(resolvePress('lae', FACTS, new Set(['coral_sea', 'lae']))).toBe('lae')
    expect(resolvePress('truk', FACTS, new Set(['coral_sea']))).toBe('truk')
  })
  test('the panel shows where a unit is picked, otherwise where the most may be chosen', () => {
    const units = [['akagi', 'lae'], ['kaga', 'truk'], ['soryu', 'truk']] as const
    expect(busiestPlace(units, { highlighted: new Set(['akagi', 'kaga', 'soryu']), picked: new Set() })).toBe('truk')
    expect(busiestPlace(units, { highlighted: new Set(['kaga', 'soryu']), picked: new Set(['akagi']) })).toBe('lae')
    expect(busiestPlace(units, { highlighted: new Set(), picked: new Set() })).toBeUndefined()
  })
})

const event = (kind: string, more: object = {}, text = `${kind}.`): VisibleEvent => ({ event: kind, text, clause: '1.0', ...more })
const entry = (seq: number, events: VisibleEvent[], more: object = {}): LogEntry => ({ seq, act: 'choice', side: 'japan', events, dice: [], ...more }) as unknown as LogEntry

describe('the log', () => {
  const moved = (seq: number, name: string, area = 'coral_sea'): LogEntry => entry(seq, [event('moved', { area, name })])
  const key = (told: VisibleEvent): string => (told.event === 'moved' ? `moved ${String(told['area'])}` : '')
  const format: LogFormat = {
    groupKey: key, runKey: key, side: () => 'japan', places: ['area'],
    line: (group) => ({ text: `${group.map((one) => String(one['name'] ?? one.event)).join(', ')}.` }),
    when: (told, now) => (told.event === 'scored' ? 'end' : now),
  }
  const story = (log: LogEntry[]) => logLines(log, 'japan', new Map(log.map((one) => [one.seq, 'moves'])), format)
  test('units that move the same way one after the other are in one line, newest first', () => {
    expect(story([moved(1, 'Akagi'), moved(2, 'Kaga'), moved(3, 'Wasp', 'solomons')]).map((line) => [line.seq, line.text, line.place])).toEqual([
      [3, 'Wasp.', 'solomons'], [2, 'Akagi, Kaga.', 'coral_sea'],
    ])
  })
  test('an undone move says so; it is left out of a run', () => {
    const undo = entry(4, [], { act: 'undo', taken: [2, 3], text: 'Japan takes back.' })
    expect(story([moved(1, 'Akagi'), moved(2, 'Kaga'), entry(3, [event('passed')]), undo]).map((line) => line.text)).toEqual(['Japan takes back.', 'passed. Taken back.', 'Akagi.'])
  })
  test('the heading of an event applies to those after it; a bare choice is described as one’s own', () => {
    expect(story([entry(1, [event('fired'), event('scored'), event('flag')])]).map((line) => line.when)).toEqual(['end', 'end', 'moves'])
    expect(story([entry(1, [], { text: 'day' })])[0]).toMatchObject({ lead: 'You', text: 'chose: day.' })
  })
  test('a choice that a standing order made names the order, and is not combined with others', () => {
    const order = 'My units fire: at carriers first'
    expect(story([moved(1, 'Akagi'), { ...moved(2, 'Kaga'), order }, entry(3, [], { text: 'day', order })]).map((line) => line.text)).toEqual([
      `chose: day. By standing order (${order}).`, `Kaga. By standing order (${order}).`, 'Akagi.',
    ])
  })
  test('of a run of small acts of the other side the last is worth showing, and results are in any case', () => {
    const log = [moved(1, 'Akagi'), moved(2, 'Kaga'), entry(3, [event('fired')], { side: 'allies' }), entry(4, [event('aimed')])]
    const told = { settled: new Set(['fired']), plain: new Set(['aimed']), small: new Set(['moved']) }
    expect(log.map((_, k) => isImportant(log, k, ['allies'], told))).toEqual([false, true, true, false])
  })
  test('the highest dice are found, however many are alike', () => {
    expect([...highestDice([5, 6, 1, 6], 2)].toSorted()).toEqual([1, 3])
    expect(highestDice([4, 4], 1).size).toBe(1)
  })
})

describe('the timeline', () => {
  const STEPS = [{ name: 'Arrivals', short: 'arrivals' }, { name: 'Japan moves', short: 'moves', side: 'japan' as const }, { name: 'Combat', short: 'combat' }]
  const TURNS = [{ turn: 1, date: 'Dec 1941 - May 1942' }, { turn: 2, date: 'Jun 1942', notes: [{ side: 'japan' as const, text: '+2' }] }]
  const of = ({ event: kind }: VisibleEvent): number | undefined => ({ turn_opened: 0, moved: 1, fired: 2 })[kind]
  const LOG = [entry(1, [event('turn_opened', { turn: 1 })]), entry(2, [event('moved')]), entry(3, [event('fired'), event('moved')]), entry(4, [event('turn_opened', { turn: 2 }), event('moved')])]
  const timeline = timelineOf(LOG, TURNS, STEPS, of, { turn: 2, step: 1 })
  test('turns have their steps and their due dates', () => {
    expect(timeline.turns.map((turn) => [turn.name, turn.ticks.length, turn.notes?.[0]?.text])).toEqual([['Dec 41', 3, undefined], ['Jun 42', 3, '+2']])
    expect(timeline.turns[0]!.ticks[1]).toEqual({ label: 'Turn 1, Dec 1941 - May 1942: Japan moves', side: 'japan' })
    expect(shortDate('Dec 1941')).toBe('Dec 41')
  })
  test('a step never goes back within a turn, and each entry is where it ended', () => {
    expect(timeline.ends).toEqual([[1, 2, 3], [4, 4]])
    expect([1, 2, 3, 4].map((seq) => stepAt(seq, timeline))).toEqual([{ turn: 1, tick: 0 }, { turn: 1, tick: 1 }, { turn: 1, tick: 2 }, { turn: 2, tick: 0 }])
    expect(timeline.when.get(3)).toBe('T1 combat')
  })
})
