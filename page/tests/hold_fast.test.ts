import { describe, expect, test } from 'vitest'
import type { Action, LogEntry, VisibleEvent } from '../src/app/api'
import type { MatchStore } from '../src/app/game'
import { stepAt } from '../src/app/timeline'
import { NO_HIGHLIGHTS } from '../src/app/group_selection'
import { describePiles } from '../src/board/pacific/piles'
import { occupiedPlaces } from '../src/board/pacific/place_text'
import { diceIn } from '../src/app/rolls'
import { playbackSteps } from '../src/app/playback_steps'
import { battleEntries, currentBattle, shownEntries } from '../src/games/hold_fast/play_battle'
import { currentAreas, repairLeft, currentSpots, usualSpot, moveArrowsOf } from '../src/games/hold_fast/play_board'
import { blockPiles, blocksAt, enemyKnowledge } from '../src/games/hold_fast/play_blocks'
import { timeline, currentTick } from '../src/games/hold_fast/play_timeline'
import { draftPrompt } from '../src/games/hold_fast/play_draft_prompt'
import { drop, currentSelection, inferChoice, highlightsOf, press, toggleAll } from '../src/games/hold_fast/play_input'
import { headline, shotDice, storyOf, isWorthShowing } from '../src/games/hold_fast/play_log'
import { currentOdds } from '../src/games/hold_fast/play_odds'
import { Facts, type HoldView, type UnitView } from '../src/games/hold_fast/play_view'
import { battles, rolls } from '../src/games/hold_fast/play_rolls'
import { turnLabel } from '../src/games/hold_fast/play_prompts'
import { fate, takesBase, winsRoll } from '../src/games/hold_fast/odds'
import type { UnitFacts } from '../src/games/hold_fast/types'
import { recorded } from './recorded'

const unit = (id: string, name: string, kind: UnitFacts['kind'], dice: number, strength: number, hit_on: number): UnitFacts => ({
  id, name, side: id.startsWith('j_') ? 'japan' : 'allies', kind, label: 'red', fires_in: kind === 'battleship' ? 'surface' : 'air', dice, strength, hit_on,
  turn: 1, place: 'yokosuka',
})
const PIECES = {
  units: [
    unit('j_akagi', 'Akagi', 'carrier', 4, 3, 5), unit('j_kaga', 'Kaga', 'carrier', 4, 3, 5), unit('j_kongo', 'Kongo', 'battleship', 3, 3, 6),
    { ...unit('j_transport_1', 'Transport 1', 'transport', 0, 3, 6), fires_in: 'land' }, unit('a_enterprise', 'Enterprise', 'carrier', 4, 2, 5),
    unit('a_tennessee', 'Tennessee', 'battleship', 4, 4, 6),
  ],
  areas: [
    { id: 'coral_sea', name: 'Coral Sea', japan: 2, allies: 2, adjacent: [] }, { id: 'marshall_islands', name: 'Marshall Islands', japan: 1, allies: 1, adjacent: [] },
  ],
  places: [
    { id: 'yokosuka', name: 'Yokosuka Naval Yard', kind: 'port', repair: 5, touches: ['coral_sea'], lon: 0, lat: 0 },
    { id: 'truk', name: 'Truk', kind: 'port', repair: 1, touches: ['coral_sea', 'marshall_islands'], lon: 0, lat: 0 },
  ],
  turns: Array.from({ length: 8 }, (_, i) => ({ turn: i + 1, dates: 'Dec 1941 - May 1942', japan: 7, allies: 3 })),
}
const FACTS = new Facts(PIECES)
const at = (where: string, strength: number, more: Partial<UnitView> = {}): UnitView => ({ where, strength, block: null, face_up: false, disabled: false, ...more })
const viewWith = (more: Partial<HoldView> = {}): HoldView => ({
  options: { submarine_placement: 'after_all_moves' }, side: 'japan', turn: 1, dates: 'Dec 1941 - May 1942', victory_points: -4,
  resource_points: { japan: { points: 7, spent: 2 }, allies: { points: 3, spent: 0 } }, control: { coral_sea: 'allies', marshall_islands: 'japan' },
  places: { yokosuka: 'japan', truk: 'japan' }, raided: { yokosuka: 2 }, repaired_here: { yokosuka: 1 }, battle: null, fought: [],
  units: {
    japan: { j_kongo: at('yokosuka', 3, { block: 'japan_3' }), j_akagi: at('yokosuka', 2, { block: 'japan_1' }), j_kaga: at('truk', 3, { block: 'japan_2' }) },
    allies: {},
  },
  hidden: { allies: { coral_sea: ['allies_1', 'allies_2'] } },
  memory: {
    japan: [{ blocks: ['japan_1'], may_be: ['j_akagi'] }, { blocks: ['japan_2', 'japan_3'], may_be: ['j_kaga', 'j_kongo', 'j_transport_1', 'j_akagi'] }],
    allies: [{ blocks: ['allies_2'], may_be: ['a_tennessee'] }, { blocks: ['allies_1'], may_be: ['a_tennessee', 'a_enterprise'] }],
  },
  seen_strength: {}, due: { 2: ['j_transport_1'] }, lost: {}, absent: [], submarines_at_sea: [], task_forces: {}, wants: null, naming: null,
  frames: [{ procedure: 'turn', next: 5 }, { procedure: 'moves', side: 'japan' }], ...more,
})

/** A store with just what hands need: choices, what is filled in, and a note of what was handed in or asked. */
function storeWith(choices: readonly Action[], view = viewWith()): MatchStore & { sent: Action[][]; asked: Action[]; pressed: string[] } {
  const store = {
    choices, view, pieces: PIECES, picks: [], draft: null, busy: false, covered: false, highlighted: new Set<string>(), picked: new Set<string>(), sent: [] as Action[][],
    asked: [] as Action[], pressed: [] as string[], decision: { side: 'japan', prompt: 'Move your ships', clause: '7.0.1', choices: [] },
    notices: { clear: () => undefined },
    submit: (all: readonly Action[]) => Promise.resolve(store.sent.push([...all]) > 0),
    whyNot: (action: Action) => Promise.resolve(void store.asked.push(action)),
    press: (id: string) => (store.pressed.push(id), false),
    drop: () => undefined,
  }
  return store as unknown as MatchStore & { sent: Action[][]; asked: Action[]; pressed: string[] }
}
const MOVES: Action[] = [
  ['move', 'j_akagi', 'coral_sea'], ['move', 'j_akagi', 'marshall_islands'], ['move', 'j_kongo', 'coral_sea'], ['move', 'j_kongo', 'marshall_islands'],
  ['move', 'j_kaga', 'marshall_islands'], ['done'],
]

describe('odds, as the referee computes them', () => {
  test('3.0.3, 8.1.5: six dice sink a ship with 4 strength points that is hit on 5 with 0.100', () => {
    expect(fate(6, 5, 4).sunk).toBeCloseTo(0.1, 3)
  })
  test('8.1.4: four dice show a 1 with 0.518; where nothing sinks that is how likely it is disabled', () => {
    expect(fate(4, 6, 5).disabled).toBeCloseTo(0.518, 3)
  })
  test('all that may become of a unit adds up to one', () => {
    for (const [dice, hit, strength] of [[9, 4, 4], [3, 6, 1], [2, 5, 2]] as const) {
      const { sunk, disabled, damaged, unharmed } = fate(dice, hit, strength)
      expect(sunk + disabled + damaged + unharmed).toBeCloseTo(1, 12)
    }
  })
  test('8.4.2: even is a half, two ahead 0.812', () => {
    expect(winsRoll(0)).toBe(0.5)
    expect(winsRoll(2)).toBeCloseTo(0.812, 3)
  })
  test('8.8.4: a transport takes a base from its garrison', () => {
    expect([1, 2, 3, 4].map((strength) => Number(takesBase(strength).toFixed(3)))).toEqual([0.455, 0.85, 0.972, 0.996])
  })
})

describe('blocks in a place', () => {
  const view = viewWith()
  test('the viewer’s own show their strength, carriers first, hidden from the enemy', () => {
    const blocks = blocksAt(view, FACTS, 'yokosuka', 'japan', 'japan', NO_HIGHLIGHTS)
    expect(blocks.map((block) => [block.id, block.strength, block.sealed])).toEqual([['j_akagi', 2, true], ['j_kongo', 3, true]])
    expect(blocks[0]!.label).toContain('strength 2 of 3')
  })
  test('the enemy’s show their backs and what they may be, the best known first, and never a strength', () => {
    const [known, other] = blocksAt(view, FACTS, 'coral_sea', 'allies', 'japan', NO_HIGHLIGHTS)
    expect([known!.id, known!.facts, known!.strength]).toEqual(['allies_2', undefined, undefined])
    expect(known!.label).toContain('is Tennessee')
    expect(other!.label).toContain('one of Tennessee and Enterprise')
  })
  test('without block memory they are only counted', () => {
    const counted = viewWith({ hidden: { allies: { coral_sea: 3 } }, memory: {} })
    expect(describePiles(blockPiles(blocksAt(counted, FACTS, 'coral_sea', 'allies', 'japan', NO_HIGHLIGHTS), 'coral_sea'))).toBe('3 blocks with their backs to you')
  })
  test('a player sees what the enemy knows about the player’s block', () => {
    const [akagi, kongo] = blocksAt(view, FACTS, 'yokosuka', 'japan', 'japan', NO_HIGHLIGHTS)
    expect(enemyKnowledge(akagi!, view, FACTS)).toBe('known to the enemy')
    expect(enemyKnowledge(kongo!, view, FACTS)).toBeUndefined()
  })
  test('5.0.3, 14.0.2: a port repairs what raids and repairs have left of its number', () => {
    expect(repairLeft('yokosuka', view, FACTS)).toBe(2)
  })
  test('an area is announced with its holder, its value and its contents', () => {
    const [coral] = currentAreas(view, FACTS, currentSpots(view, FACTS, 'japan', NO_HIGHLIGHTS), { highlighted: new Set(['coral_sea']), picked: new Set() })
    expect(coral).toMatchObject({ id: 'coral_sea', legal: true, holder: 'allies' })
    expect(coral!.label).toBe('Coral Sea, sea area, may be chosen, The Allies hold it, worth 2 to Japan and 2 to the Allies, Allied: 2 blocks with their backs to you')
  })
  test('places with blocks are listed, the player’s own first', () => {
    expect(occupiedPlaces(currentSpots(view, FACTS, 'japan', NO_HIGHLIGHTS).values(), 'japan').map((one) => one.label)).toEqual(['Yokosuka Naval Yard: 2 Japanese', 'Truk: 1 Japanese', 'Coral Sea: 2 Allied'])
  })
})

describe('picking many blocks at once', () => {
  test('blocks are picked one by one, and the sea area takes all of them', () => {
    const store = storeWith(MOVES)
    expect(press(store, 'j_akagi')).toBe(true)
    expect(press(store, 'j_kongo')).toBe(true)
    expect([...highlightsOf(store).picked]).toEqual(['j_akagi', 'j_kongo'])
    expect([...highlightsOf(store).highlighted].toSorted()).toEqual(['coral_sea', 'j_kaga', 'marshall_islands'])
    press(store, 'coral_sea')
    expect(store.sent).toEqual([[['move', 'j_akagi', 'coral_sea'], ['move', 'j_kongo', 'coral_sea']]])
  })
  test('a sea area pressed first is not a choice: the page only shows it', () => {
    const store = storeWith([...MOVES, ['done']])
    expect(press(store, 'coral_sea')).toBe(false)
    expect([store.sent, store.picks]).toEqual([[], []])
  })
  test('only ways that all of them have are highlighted, and a second press deselects', () => {
    const store = storeWith(MOVES)
    for (const id of ['j_akagi', 'j_kaga']) press(store, id)
    expect([...currentSelection(store)!.open]).toEqual(['marshall_islands'])
    press(store, 'j_kaga')
    expect([...currentSelection(store)!.open]).toEqual(['coral_sea', 'marshall_islands'])
  })
  test('a block that shares no way with those picked replaces them', () => {
    const store = storeWith([['dock', 'j_akagi', 'truk'], ['dock', 'j_akagi', 'yokosuka'], ['dock', 'j_kaga', 'saipan'], ['dock', 'j_kaga', 'lae']])
    press(store, 'j_akagi')
    press(store, 'j_kaga')
    expect(currentSelection(store)!.picked).toEqual(['j_kaga'])
  })
  test('a whole kind is picked and let go at once', () => {
    const store = storeWith(MOVES)
    toggleAll(store, ['j_akagi', 'j_kongo', 'j_transport_1'])
    expect(currentSelection(store)!.picked).toEqual(['j_akagi', 'j_kongo'])
    toggleAll(store, ['j_akagi', 'j_kongo'])
    expect(currentSelection(store)!.picked).toEqual([])
  })
  test('4.1.4: air units go one at a time until the enemy has passed', () => {
    const choices: Action[] = [['deploy', 'j_akagi', 'coral_sea'], ['deploy', 'j_kaga', 'coral_sea'], ['pass']]
    const turns = storeWith(choices, viewWith({ frames: [{ procedure: 'turn', next: 8 }, { procedure: 'air', side: 'japan', passed: 0 }] }))
    for (const id of ['j_akagi', 'j_kaga']) press(turns, id)
    expect(currentSelection(turns)!.picked).toEqual(['j_kaga'])
    const alone = storeWith(choices, viewWith({ frames: [{ procedure: 'turn', next: 8 }, { procedure: 'air', side: 'japan', passed: 2 }] }))
    for (const id of ['j_akagi', 'j_kaga']) press(alone, id)
    expect(currentSelection(alone)!.picked).toEqual(['j_akagi', 'j_kaga'])
  })
  test('the only block that may choose needs no selecting, and nothing is there to cancel', () => {
    const store = storeWith([['move', 'j_akagi', 'coral_sea'], ['move', 'j_akagi', 'marshall_islands']])
    expect([currentSelection(store)!.picked, [...highlightsOf(store).highlighted].toSorted(), draftPrompt(store)!.hasSelection]).toEqual([['j_akagi'], ['coral_sea', 'marshall_islands'], false])
    press(store, 'coral_sea')
    expect(store.sent).toEqual([[['move', 'j_akagi', 'coral_sea']]])
    expect(currentSelection(storeWith([['move', 'j_akagi', 'coral_sea'], ['done']]))!.picked).toEqual([])
  })
  test('dragged blocks move together; where they cannot, the referee is asked why', () => {
    const store = storeWith(MOVES)
    drop(store, ['j_akagi', 'j_kongo'], 'marshall_islands')
    expect(store.sent).toEqual([[['move', 'j_akagi', 'marshall_islands'], ['move', 'j_kongo', 'marshall_islands']]])
    drop(store, ['j_kaga'], 'coral_sea')
    expect(store.asked).toEqual([['move', 'j_kaga', 'coral_sea']])
  })
  test('the question names the selection; its ways are listed first, then the units, the selected ones first', () => {
    const store = storeWith(MOVES)
    expect(draftPrompt(store)!.buttons.map((button) => button.label)).toEqual(['Akagi', 'Kongo', 'Kaga', 'Done moving'])
    for (const id of ['j_akagi', 'j_kongo']) press(store, id)
    const asked = draftPrompt(store)!
    expect(asked.sentence).toBe('Akagi and Kongo: choose a sea area.')
    expect(asked.buttons.map((button) => [button.row, button.label, button.picked])).toEqual([
      ['Sea areas', 'Coral Sea', undefined], ['Sea areas', 'Marshall Islands', undefined],
      ['Yokosuka Naval Yard', 'Akagi', true], ['Yokosuka Naval Yard', 'Kongo', true], ['Truk', 'Kaga', false],
    ])
    asked.buttons[1]!.act()
    expect(store.sent.at(-1)).toHaveLength(2)
  })
  test('a question that names too many blocks for its line counts them', () => {
    const long = PIECES.units.filter(({ side }) => side === 'japan').map((unit) => ({ ...unit, name: `${unit.name} of the Combined Fleet` }))
    const store = Object.assign(storeWith(MOVES), { pieces: { ...PIECES, units: [...PIECES.units.filter(({ side }) => side !== 'japan'), ...long] } })
    for (const id of ['j_akagi', 'j_kongo']) press(store, id)
    expect(draftPrompt(store)!.sentence).toBe('2 units: choose a sea area.')
  })
  test('a refused move is asked of the referee with the verb of the step', () => {
    const store = storeWith(MOVES)
    press(store, 'j_kaga')
    expect(inferChoice(store, 'coral_sea')).toEqual(['move', 'j_kaga', 'coral_sea'])
    expect(inferChoice(store, 'truk')).toEqual(['move', 'j_kaga', 'coral_sea'])
    press(store, 'j_kaga')
    press(store, 'j_akagi')
    expect(inferChoice(store, 'truk')).toBeNull()
  })
  test('the panel shows where the most blocks may be chosen', () => {
    const store = storeWith(MOVES)
    expect(usualSpot(store, viewWith(), highlightsOf(store))).toBe('yokosuka')
  })
})

const event = (kind: string, more: Record<string, unknown> = {}, text = kind): VisibleEvent => ({ event: kind, text, clause: '7.0.6', ...more })
const entry = (seq: number, events: readonly VisibleEvent[], more: Partial<LogEntry> = {}): LogEntry => ({ seq, act: 'choice', side: 'japan', events, ...more })

describe('the log', () => {
  const moved = (seq: number, name: string): LogEntry =>
    entry(seq, [event('moved', { side: 'japan', unit: `j_${name.toLowerCase()}`, origin: 'truk', area: 'coral_sea' }, `${name} moves from Truk to the Coral Sea.`)])
  test('ships that move the same way one by one are described in one line', () => {
    const [line, ...more] = storyOf([moved(1, 'Akagi'), moved(2, 'Kaga'), moved(3, 'Soryu')], null, new Map())
    expect([line!.text, more.length, line!.place]).toEqual(['Akagi, Kaga and Soryu move from Truk to the Coral Sea.', 0, 'coral_sea'])
  })
  test('blocks without a name are counted', () => {
    const back = (seq: number): LogEntry => entry(seq, [event('moved', { side: 'allies', origin: 'truk', area: 'coral_sea' }, 'A Allied block moves from Truk to the Coral Sea.')])
    expect(storyOf([back(1), back(2)], null, new Map())[0]!.text).toBe('2 blocks move from Truk to the Coral Sea.')
  })
  test('blocks with numbers only are named by these', () => {
    const block = (seq: number, n: number): LogEntry =>
      entry(seq, [event('moved', { side: 'japan', block: `japan_${n}`, origin: 'truk', area: 'coral_sea' }, `Japanese block ${n} moves from Truk to the Coral Sea.`)])
    expect(storyOf([block(1, 7), block(2, 1), block(3, 23)], null, new Map())[0]!.text).toBe('Japanese blocks 1, 7 and 23 move from Truk to the Coral Sea.')
    expect(storyOf([block(1, 7), moved(2, 'Akagi')], null, new Map())[0]!.text).toBe('Japanese block 7 and Akagi move from Truk to the Coral Sea.')
  })
  test('undone moves do not count among them', () => {
    const undone: LogEntry = { seq: 3, act: 'undo', taken: [2], text: 'Taken back.' }
    expect(storyOf([moved(1, 'Akagi'), moved(2, 'Kaga'), undone], null, new Map()).at(-1)!.text).toBe('Akagi moves from Truk to the Coral Sea.')
  })
  test('aiming is not described once the shot has been fired', () => {
    const log = [
      entry(1, [event('aimed', { unit: 'j_akagi', target: 'a_enterprise' })]),
      entry(2, [event('fired', { unit: 'j_akagi', target: 'a_enterprise', dice: [6, 1], hits: 1, disabled: true, strength: 1 }, 'Akagi fires at Enterprise and rolls 6 1: 1 hit, disabled, 1 SP left.')]),
      entry(3, [event('aimed', { unit: 'j_kaga', target: 'a_enterprise' }, 'Kaga aims at Enterprise.')]),
    ]
    expect(storyOf(log, null, new Map()).map((line) => line.text)).toEqual(['Kaga aims at Enterprise.', 'Akagi fires at Enterprise: 1 hit, disabled, 1 SP left.'])
  })
  test('the highest dice are the hits, a 1 disables', () => {
    expect(shotDice(event('fired', { dice: [5, 1, 6, 3], hits: 2 })).map((die) => die.role)).toEqual(['hit', 'disables', 'hit', 'miss'])
  })
  test('the last of a run of enemy moves is shown, and own fire is shown with its dice', () => {
    const log = [moved(1, 'Akagi'), moved(2, 'Kaga'), entry(3, [event('fired', { unit: 'a_enterprise' })], { side: 'allies' })]
    expect([0, 1, 2].map((place) => isWorthShowing(log, place, ['allies']))).toEqual([false, true, true])
  })
  test('9.0: controls are described side by side', () => {
    const changed = (area: string, side: string | null, text: string): VisibleEvent => event('area_controlled', { area, side }, text)
    const all = [
      changed('coral_sea', 'japan', 'Japan controls the Coral Sea.'), changed('marshall_islands', null, 'Nobody controls the Marshall Islands any more.'),
      changed('indian_ocean', 'japan', 'Japan controls the Indian Ocean.'),
    ]
    expect(storyOf([entry(1, all)], null, new Map())[0]!.text).toBe('Japan controls the Coral Sea and the Indian Ocean. Nobody controls the Marshall Islands any more.')
    expect(headline(entry(1, all))).toBe('Control changes in 3 sea areas.')
  })
  test('what follows in the same entry is described with its own step and turn', () => {
    const one = entry(1, [event('stayed', { side: 'japan' }), event('points_scored', { points: 3 }), event('turn_opened', { turn: 2 }), event('arrived', { side: 'japan', unit: 'j_akagi', place: 'yokosuka' })])
    expect(storyOf([one], null, new Map([[1, 'T1 combat']])).map((line) => line.when)).toEqual(['T2 arrivals', 'T2 arrivals', 'T1 return', 'T1 combat'])
  })
  test('fire is described in one line', () => {
    const shots = [1, 0].map((hits) => event('fired', { unit: 'j_akagi', hits, dice: [6] }))
    expect(headline(entry(1, shots))).toBe('Japan 1 hit.')
    const fire = [
      ...shots, event('fired', { unit: 'a_enterprise', hits: 0, dice: [2] }), event('sunk', { unit: 'a_wasp', text: 'Wasp is lost.' }),
      event('disabled_home', { unit: 'a_idaho', text: 'Idaho is disabled and leaves for Pearl Harbor.' }),
    ]
    expect(headline(entry(1, fire))).toBe('Japan 1 hit, Allies no hit: Wasp lost, Idaho disabled.')
    expect(headline(entry(1, [event('fired', { unit: 'j_akagi', hits: 1, dice: [6], text: 'Akagi fires at Wasp and rolls 6: 1 hit, 1 SP left.' })]))).toBe('Akagi fires at Wasp: 1 hit, 1 SP left.')
  })
  test('a way used by several blocks is drawn once', () => {
    const arrows = moveArrowsOf(entry(1, [1, 2].map(() => event('moved', { side: 'japan', origin: 'truk', area: 'coral_sea' }))))
    expect(arrows).toHaveLength(1)
  })
})

describe('the battle board', () => {
  const opened = entry(5, [
    event('combat_opened', { area: 'coral_sea' }), event('revealed', { side: 'japan', units: ['j_akagi', 'j_kongo'], strengths: [2, 3] }),
    event('revealed', { side: 'allies', units: ['a_tennessee', 'a_enterprise'], strengths: [4, 2] }), event('ways_named', { japan: 'air', allies: 'air' }), event('way_chosen', { way: 'air' }),
  ])
  const fired = entry(6, [event('fired', { unit: 'j_akagi', target: 'a_enterprise', dice: [6, 5, 1, 2], hits: 2, disabled: true, strength: 0 }), event('sunk', { unit: 'a_enterprise' })])
  const targeting = { procedure: 'targeting', side: 'allies', area: 'coral_sea', kind: 'air', left: ['a_enterprise'], open: ['j_akagi'], aims: [] }
  const view = viewWith({
    battle: 'coral_sea', frames: [{ procedure: 'turn', next: 10 }, { procedure: 'battle', area: 'coral_sea' }, targeting],
    units: { japan: { j_akagi: at('coral_sea', 2, { face_up: true }), j_kongo: at('coral_sea', 3, { face_up: true }) }, allies: { a_tennessee: at('coral_sea', 4, { face_up: true }) } },
  })
  test('without a battle the map is shown', () => {
    expect(battleEntries([opened], viewWith(), false)).toBeNull()
  })
  test('its round, its step, its fire and the units in it', () => {
    const events = battleEntries([opened, fired], view, false)!
    const now = currentBattle(events, view, FACTS, 'allies', NO_HIGHLIGHTS)
    expect(now.title).toBe('Battle in the Coral Sea, round 1')
    expect(now.steps[1]).toBe('Air combat')
    expect(now.steps[now.now]).toBe('Allies fire')
    expect(now.fire.map((one) => one.title)).toEqual(['fired in round 1, 1 unit: 2 hits'])
    expect(now.fire[0]!.rows[0]!.result).toBe('2 hits, disabled, sunk')
    const [japan, allies] = now.sides
    expect(japan!.stations.map((station) => [station.name, station.blocks.map((block) => block.id)])).toEqual([['Battle station', ['j_kongo']], ['Carriers', ['j_akagi']]])
    expect(allies!.stations[1]!.blocks[0]).toMatchObject({ id: 'a_enterprise', sunk: true, strength: 0 })
    expect(now.words).toMatchObject({ a_enterprise: 'sunk' })
    expect(allies!.sunk).toEqual(['Enterprise'])
  })
  test('8.1.6, 8.9.6: ships leave at the step that sends them home', () => {
    const leaving = (next: number) => viewWith({ ...view, frames: [{ procedure: 'battle', area: 'coral_sea', next }, { procedure: 'way_home', side: 'allies', reason: 'disabled', spot: 'coral_sea' }] })
    const steps = [2, 3, 8, 9, 14].map((next) => {
      const now = currentBattle(battleEntries([opened, fired], leaving(next), false)!, leaving(next), FACTS, 'allies', NO_HIGHLIGHTS)
      return now.steps[now.now]
    })
    expect(steps).toEqual(['Submarines', 'Submarines', 'Allies fire', 'Landings', 'Pursuit'])
  })
  test('8.4.1: while the next round is named, it is the next round', () => {
    const naming = viewWith({ ...view, naming: true })
    expect(currentBattle(battleEntries([opened, fired], naming, false)!, naming, FACTS, 'allies', NO_HIGHLIGHTS).title).toBe('Battle in the Coral Sea, round 2')
  })
  test('a battle that ended with the last shot is still shown while one catches up, but not the next one', () => {
    const ended = entry(7, [...(fired.events ?? []), event('combat_ended', { area: 'coral_sea' }), event('combat_opened', { area: 'marshall_islands' })])
    const events = battleEntries([opened, ended], viewWith({ battle: 'marshall_islands' }), true)!
    expect(events[0]).toMatchObject({ event: 'combat_opened', area: 'coral_sea' })
    expect(events.at(-1)).toMatchObject({ event: 'combat_ended' })
  })
  describe('two battles that one act fought out', () => {
    const shot = (unit: string, target: string): VisibleEvent => event('fired', { unit, target, dice: [6, 4], hits: 1, strength: 1 })
    const begins = (area: string, japan: string, allies: string): VisibleEvent[] => [
      event('combat_opened', { area }), event('revealed', { side: 'japan', units: [japan], strengths: [2] }), event('revealed', { side: 'allies', units: [allies], strengths: [2] }),
    ]
    const first = [...begins('coral_sea', 'j_akagi', 'a_enterprise'), shot('a_enterprise', 'j_akagi'), event('combat_ended', { area: 'coral_sea' })]
    const second = [...begins('marshall_islands', 'j_kaga', 'a_tennessee'), shot('j_kaga', 'a_tennessee')]
    const both = entry(9, [...first, ...second])
    const waits = { isWorthShowing: () => true, hasDice: (one: LogEntry) => diceIn(rolls(one, FACTS)) > 0, battles, pace: 'whole', dice: 'wait' } as const

    test('are two stops, each with its own dice and report', () => {
      const stops = playbackSteps([both], 8, waits)
      expect(stops.map(({ seq, dice }) => [seq, dice])).toEqual([[9, true], [9, true]])
      expect(stops.map(({ entries }) => rolls(entries[0]!, FACTS)!.sides.flatMap(({ rows }) => rows.map(({ attacker, target }) => [attacker, target])))).toEqual([[['Enterprise', 'Akagi']], [['Kaga', 'Tennessee']]])
      expect(stops.flatMap(({ entries }) => entries.flatMap(({ events }) => events))).toEqual(both.events)
      expect(stops[1]!.previous).toEqual(stops[0]!.entries)
    })

    test('have a board each, which opens before the dice', () => {
      const stops = playbackSteps([both], 8, waits)
      const titles = stops.map((step) => {
        const store = { playback: { hidesDice: true, step }, log: step.previous } as unknown as MatchStore
        return currentBattle(battleEntries(shownEntries(store), viewWith(), true)!, viewWith(), FACTS, 'japan', NO_HIGHLIGHTS)
      }).map(({ title, fire, sides }) => [title, fire.length, ...sides.map((side) => side.stations.flatMap(({ blocks }) => blocks.map(({ id }) => id)))])
      expect(titles).toEqual([['Battle in the Coral Sea', 0, ['a_enterprise'], ['j_akagi']], ['Battle in the Marshall Islands', 0, ['a_tennessee'], ['j_kaga']]])
    })

    test('are one where only one of them had dice', () => {
      const [all] = playbackSteps([entry(9, [...first, ...begins('marshall_islands', 'j_kaga', 'a_tennessee')])], 8, waits)
      expect(all!.entries[0]!.events!.length).toBe(first.length + 3)
      expect(all!.previous).toBeUndefined()
    })
  })
  test('3.5.1: the garrison is next to the defenders of a base', () => {
    const land = viewWith({
      frames: [{ procedure: 'land_fight', side: 'japan', base: 'truk', attackers: ['j_transport_1'], defenders: ['garrison'], aimed: [], aims: [] }],
      units: { japan: { j_transport_1: at('coral_sea', 3, { face_up: true }) }, allies: {} },
    })
    const told = [entry(8, [event('revealed', { side: 'japan', units: ['j_transport_1'], strengths: [3] }), event('landing', { unit: 'j_transport_1', place: 'truk' })])]
    const now = currentBattle(battleEntries(told, land, false)!, land, FACTS, 'japan', NO_HIGHLIGHTS)
    expect(now.title).toBe('Land combat at Truk')
    expect(now.sides[0]!.stations.map((station) => station.name)).toEqual(['Garrison'])
  })
  test('the odds are those of the units picked, at every target they have', () => {
    const choices: Action[] = [['fire', 'j_akagi', 'a_enterprise'], ['fire', 'j_akagi', 'a_tennessee'], ['fire', 'j_kaga', 'a_enterprise'], ['fire', 'j_kaga', 'a_tennessee']]
    const store = storeWith(choices, viewWith({ frames: [{ ...targeting, side: 'japan' }] }))
    for (const id of ['j_akagi', 'j_kaga']) press(store, id)
    const odds = currentOdds(store)!
    expect(odds.title).toBe('Akagi and Kaga, 8 dice: chance by target')
    expect(odds.rows.map((row) => row.id)).toEqual(['a_enterprise', 'a_tennessee'])
    expect(odds.rows[0]!.chances[0]).toBeCloseTo(fate(8, 5, 2).sunk, 12)
  })
})

/** The steps by the referee's count of what comes next (4.1). */
const STEP: readonly (readonly [upTo: number, step: number])[] = [[4, 0], [5, 1], [6, 2], [8, 3], [9, 4], [11, 5], [99, 6]]
const flat = (turn: number, next: number): number => turn * 10 + STEP.find(([upTo]) => next <= upTo)![1]

describe('the timeline', () => {
  test('its current step is the referee’s', () => {
    expect(currentTick(viewWith())).toBe(1)
    expect(currentTick(viewWith({ frames: [{ procedure: 'turn', next: 10 }] }))).toBe(5)
    expect(currentTick(viewWith({ frames: [] }))).toBe(6)
    expect(turnLabel(viewWith() as never)).toEqual({ long: 'Turn 1 of 8, Dec 41 to May 42 · Japan moves', brief: 'T1 · Japan moves' })
  })
  for (const { seed, logs } of recorded<{ seed: number; logs: { japan: { entries: LogEntry[]; counts: [number, number][] } } }[]>('hold_fast.json')) {
    test(`of game ${seed}: every entry is between the steps before and after it`, () => {
      const { entries, counts } = logs.japan
      const line = timeline(entries, viewWith(), FACTS)
      let before = flat(1, 0)
      entries.forEach((one, k) => {
        const { turn, tick } = stepAt(one.seq, line)
        const after = flat(...counts[k]!)
        expect(turn * 10 + tick, `entry ${one.seq}`).toBeGreaterThanOrEqual(before)
        expect(turn * 10 + tick, `entry ${one.seq}`).toBeLessThanOrEqual(after)
        before = Math.min(after, turn * 10 + tick)
      })
      expect(line.ends.every((ends, t) => (line.ends[t - 1]?.at(-1) ?? 0) <= ends[0]!)).toBe(true)
    })
  }
})
