import { describe, expect, test } from 'vitest'
import type { LogEntry, VisibleEvent, View } from '../src/app/api'
import { stepAt } from '../src/app/timeline'
import { currentBases, cannotHold, currentField, currentForce, operationOf, currentZones, type BoardHighlights } from '../src/games/pacific_fury/play_board'
import { battleEntries, currentBattle } from '../src/games/pacific_fury/play_battle'
import { timeline, entryAt, currentTick } from '../src/games/pacific_fury/play_timeline'
import { assignment, finishCripples, inOrder, sinkChance, spreadEvenly, type Assignment } from '../src/games/pacific_fury/play_hits'
import { headline, story, storyOf, isWorthShowing } from '../src/games/pacific_fury/play_log'
import { unitsOf, type ForceView, type PacificPieces, type PacificView } from '../src/games/pacific_fury/play_view'
import { verbHelp, choiceText, turnLabel } from '../src/games/pacific_fury/play_prompts'
import { recorded } from './recorded'

const PIECES: PacificPieces = {
  units: [
    { id: 'us_wasp', name: 'Wasp', side: 'allies', kind: 'carrier', combat: 4, defence: 1, planes: 2 },
    { id: 'us_chicago', name: 'Chicago', side: 'allies', kind: 'cruiser', combat: 2, defence: 1, planes: 0 },
    { id: 'us_transports_1', name: 'Transports 1', side: 'allies', kind: 'transport', combat: 0, defence: 0, planes: 0 },
    { id: 'ijn_yamato', name: 'Yamato', side: 'japan', kind: 'battleship', combat: 5, defence: 4, planes: 0 },
    { id: 'ijn_ryujo', name: 'Ryujo', side: 'japan', kind: 'light_carrier', combat: 2, defence: 0, planes: 1 },
  ],
}
const UNITS = unitsOf(PIECES)
const NOTHING: BoardHighlights = { highlighted: new Set(), picked: new Set() }
const force = (side: 'japan' | 'allies', more: Partial<ForceView> = {}): ForceView => ({
  side, where: 'eastern_solomons', counters: 2, units: [], face_up: false, cannot_hold: [], ...more,
})
const viewWith = (more: Partial<PacificView> = {}): PacificView => ({
  options: {}, side: 'allies', turn: 2, month: 'September', initiative: 'allies',
  henderson: { side: 'allies', operational: true, marker: 1, combat: 1, hits_to_disrupt: 1, cover: 1 },
  operations: { done: 0, under_way: false, phasing: null, number: null },
  bases: { truk: { side: 'japan', counters: 5, units: [] }, espiritu_santo: { side: 'allies', counters: 1, units: ['us_chicago'] } },
  forces: {}, reserve: [], due: {}, sunk: [], gone: [], shown: [], hit: [], frames: [{ procedure: 'turn' }, { procedure: 'operations' }], ...more,
})
const plain = (view: PacificView): View => view as unknown as View

describe('a force on the board', () => {
  const view = viewWith({
    forces: {
      allies_1: force('allies', { units: ['us_wasp', 'us_chicago'] }), japan_1: force('japan', { counters: 7, cannot_hold: ['carriers', 'tokyo_express'] }),
      japan_2: force('japan', { units: ['ijn_yamato'], counters: 1, face_up: true }), japan_3: force('japan', { counters: null }),
    },
  })
  test('own and face down: a back with the sealed eye, its figures next to it', () => {
    const own = currentForce('allies_1', view, 'allies', UNITS, NOTHING)
    expect([own.sealed, own.units, own.number, own.count]).toEqual([true, undefined, 1, 2])
    expect(own.caption).toEqual(['TF 1 · carriers', 'AS 2 · AA 1'])
  })
  test('the enemy’s face down: a back, its count, and what is public', () => {
    const theirs = currentForce('japan_1', view, 'allies', UNITS, NOTHING)
    expect([theirs.sealed, theirs.units, theirs.count]).toEqual([undefined, undefined, 7])
    expect(theirs.caption).toEqual(['TF 1 · 7 face down', 'no carriers'])
  })
  test('shown: its ships', () => expect(currentForce('japan_2', view, 'allies', UNITS, NOTHING).units?.map((unit) => unit.name)).toEqual(['Yamato']))
  test('with a secret count: none is shown', () => {
    const theirs = currentForce('japan_3', view, 'allies', UNITS, NOTHING)
    expect([theirs.count, theirs.caption]).toEqual([undefined, ['TF 3 · face down']])
    expect(theirs.label).not.toMatch(/\d counter/)
  })
  test('on the open board no side’s ships are named', () => {
    const open = currentForce('allies_1', viewWith({ forces: { allies_1: force('allies') } }), 'public', UNITS, NOTHING)
    expect([open.units, open.sealed, open.label]).toEqual([undefined, undefined, 'Allies: task force 1, 2 counters face down'])
  })
  test('after the end everything is open', () => expect(currentForce('allies_1', view, 'open', UNITS, NOTHING).units).toHaveLength(2))
  test('highlights and selections come only from the marks', () => {
    const marks: BoardHighlights = { highlighted: new Set(['allies_1', 'the_slot', 'henderson_field']), picked: new Set(['japan_1']) }
    expect(currentForce('allies_1', view, 'allies', UNITS, marks).legal).toBe(true)
    expect(currentForce('japan_1', view, 'allies', UNITS, marks)).toMatchObject({ legal: undefined, selected: true })
    expect(currentZones(view, 'allies', UNITS, marks).filter((zone) => zone.legal).map((zone) => zone.id)).toEqual(['the_slot'])
    expect(currentField(view, marks).legal).toBe(true)
  })
  test('a lone Japanese counter that is no Tokyo Express is worth a word', () =>
    expect(cannotHold(force('japan', { counters: 1, cannot_hold: ['tokyo_express'] }))).toBe('no Tokyo Express'))
})

describe('bases and operations', () => {
  test.each([
    [0, 1, 1], [1, 2, 1], [2, 2, 2], [13, 7, 7], [14, 7, 7],
  ])('after %i operations the initiative side is at its %i., the other at its %i.', (done, first, second) => {
    const view = viewWith({ operations: { done, under_way: true, phasing: null, number: null } })
    expect([operationOf(view, 'allies'), operationOf(view, 'japan')]).toEqual([first, second])
  })
  test('none is current while task forces are formed', () => expect(operationOf(viewWith(), 'japan')).toBe(undefined))
  test('waiting forces are in their boxes, forces that returned count as in base', () => {
    const view = viewWith({
      forces: { allies_2: force('allies', { where: 'box_3' }), allies_1: force('allies', { where: 'home', counters: 4 }) }, due: { 3: ['us_wasp'] }, reserve: ['ijn_yamato'],
    })
    const [truk, santo] = currentBases(view, 'allies', UNITS, NOTHING)
    expect(santo!.boxes[2]!.force?.id).toBe('allies_2')
    expect(santo!.notes).toEqual(['5 in base', 'Wasp: turn 3'])
    expect(truk!.notes).toEqual(['5 in base', 'Reserve 1'])
  })
})

const games = recorded<{ seed: number; logs: Record<'japan' | 'allies' | 'public', { entries: LogEntry[]; counts: [number, number][] }> }[]>('games.json')

describe('the timeline', () => {
  test.each(games.flatMap((game) => (['japan', 'allies', 'public'] as const).map((viewpoint) => [game.seed, viewpoint] as const)))(
    'of game %i counts operations as the referee does, for the viewpoint of %s',
    (seed, viewpoint) => {
      const { entries, counts } = games.find((game) => game.seed === seed)!.logs[viewpoint]
      const found = timeline(entries, plain(viewWith()), PIECES)
      const told = entries.map((entry) => [entry.seq, stepAt(entry.seq, found).turn, stepAt(entry.seq, found).tick])
      // The entry that ends a turn is at its last operation, although the next turn opens in it.
      const opens = (entry: LogEntry): boolean => entry.seq > 1 && !!entry.events?.some((one) => one.event === 'turn_opened')
      const really = entries.map((entry, i) => (opens(entry) ? [entry.seq, counts[i]![0]! - 1, 14] : [entry.seq, ...counts[i]!]))
      expect(told.slice(0, -1)).toEqual(really.slice(0, -1)) // with the last entry the campaign ends, and nothing is counted any more
      expect(found.ends.map((ends) => ends.length)).toEqual([15, 15, 15, 15])
    },
  )
  describe('of a match set up from a position', () => {
    const passed = (seq: number, side: string): LogEntry => ({ seq, act: 'choice', side, events: [event('passed', `${side} passes.`, { side })] })
    const begun: LogEntry = { seq: 1, act: 'begin', events: [] }
    const at = (done: number): View => plain(viewWith({ turn: 2, operations: { done, under_way: true, phasing: null, number: null } }))
    test('begins at its turn and operation', () => {
      const found = timeline([begun, passed(2, 'allies'), passed(3, 'japan')], at(10), PIECES)
      expect([1, 2, 3].map((seq) => stepAt(seq, found))).toEqual([8, 9, 10].map((tick) => ({ turn: 2, tick })))
      expect(found.when.get(2)).toBe('op 5')
      expect(found.turns[1]!.ticks.slice(9, 11).map((tick) => tick.side)).toEqual(['allies', 'japan'])
      expect(entryAt({ turn: 1, tick: 0 }, found)).toBe(1)
      expect(entryAt({ turn: 2, tick: 9 }, found)).toBe(2)
    })
    test('also when the next turn has opened since', () => {
      const opened: LogEntry = { seq: 4, act: 'choice', side: 'allies', events: [event('passed', 'US pass.', { side: 'allies' }), event('turn_opened', 'Turn 3.', { turn: 3, initiative: 'japan' })] }
      const found = timeline([begun, passed(2, 'allies'), passed(3, 'japan'), opened], at(0), PIECES)
      expect([1, 2, 3].map((seq) => stepAt(seq, found))).toEqual([11, 12, 13].map((tick) => ({ turn: 2, tick })))
      expect(found.turns[1]!.ticks[12]!.side).toBe('allies')
    })
  })
  test('is at the current operation', () => {
    const at = (done: number, number: number | null): number => currentTick(plain(viewWith({ operations: { done, under_way: true, phasing: null, number } })))
    expect([at(0, 1), at(1, null), at(1, 1), at(14, null)]).toEqual([1, 1, 2, 14])
    expect(currentTick(plain(viewWith()))).toBe(0)
  })
})

const event = (name: string, text: string, more: Record<string, unknown> = {}): VisibleEvent => ({ event: name, text, clause: '10.2.b', ...more })
const FIRE: LogEntry = {
  seq: 9, act: 'choice', side: 'allies', action: ['move', 'allies_1', 'the_slot'],
  events: [
    event('moved', 'US task force 1 moves from Ironbottom Sound to The Slot.', { force: 'allies_1', origin: 'ironbottom_sound', zone: 'the_slot' }),
    event('battle_opened', 'US task force 1 meets the enemy in The Slot.', { attacker: 'allies_1', zone: 'the_slot' }),
    event('round_opened', 'Round 1.', { round: 1 }),
    event('fired', 'Chicago, combat factor 2, rolls 1: 1 hit.', { unit: 'us_chicago', factor: 2, die: 1, hits: 1 }),
    event('fired', 'Wasp, combat factor 4, rolls 6: a miss.', { unit: 'us_wasp', factor: 4, die: 6, hits: 0 }),
    event('fired', 'Yamato, combat factor 5, rolls 5: 5 hits.', { unit: 'ijn_yamato', factor: 5, die: 5, hits: 5 }),
  ],
}

describe('the log', () => {
  test('describes a side’s fire in one line, with every die and its effect', () => {
    const lines = story(FIRE, 'allies', 'op 3')
    const fire = lines.find((line) => line.text.startsWith('US fire'))!
    expect(fire.text).toBe('US fire, 2 dice: 1 hit.')
    expect(fire.dice?.map((die) => [die.value, die.role])).toEqual([[1, 'hit'], [6, 'miss']])
    expect(fire.dice?.[1]?.label).toBe('Wasp, combat factor 4: 6, miss')
    expect(lines.at(-1)).toMatchObject({ text: 'Yamato, combat factor 5, rolls 5: 5 hits.', who: 'japan', when: 'op 3' })
  })
  test('shows that carriers entered upon fight, where, and by whose choice', () => {
    const fight: LogEntry = {
      seq: 10, act: 'choice', side: 'japan', events: [
        event('battle_accepted', 'Japan fights in the Eastern Solomons.', { side: 'japan', zone: 'eastern_solomons' }),
        event('target_chosen', 'Japanese task force 1 aims at US task force 1.', { force: 'japan_1', target: 'allies_1' }),
        event('round_opened', 'Round 1.', { round: 1 }),
      ],
    }
    expect(story(fight, 'allies', 'op 3')[0]).toMatchObject({ text: 'Japan fights in the Eastern Solomons.', who: 'japan', place: 'eastern_solomons' })
    expect(headline(fight)).toBe('Japan fights in the Eastern Solomons. Japanese task force 1 aims at US task force 1.')
  })
  test('names the standing order that made the choice', () => {
    const order = 'My hits go: to carriers first'
    const [line, next] = story({ ...FIRE, order }, 'allies', undefined)
    expect(line!.text).toMatch(/ By standing order \(My hits go: to carriers first\)\.$/)
    expect(next?.text ?? '').not.toContain('standing order')
  })
  test('shows the place on the board', () => expect(story(FIRE, 'allies', undefined)[0]!.place).toBe('the_slot'))
  test('automatic events belong to no side', () => {
    const turn: LogEntry = { seq: 2, act: 'choice', side: 'japan', events: [event('all_returned', 'All return.'), event('turn_opened', 'Turn 2.', { turn: 2, initiative: 'allies' })] }
    expect(story(turn, null, 'op 7').map((line) => [line.who, line.when])).toEqual([[undefined, 'return'], [undefined, 'setup']])
  })
  test('draws ships put into one box together, and omits undone ones', () => {
    const put = (seq: number, unit: string, name: string, box: string): LogEntry => ({
      seq, act: 'choice', side: 'allies', action: ['assign', unit, box], events: [event('assigned', `${name} joins box ${box}.`, { unit, box })],
    })
    const log: LogEntry[] = [put(1, 'us_wasp', 'Wasp', '1'), put(2, 'us_chicago', 'Chicago', '1'), put(3, 'us_hornet', 'Hornet', '2'), { seq: 4, act: 'undo', side: 'allies', taken: [3], text: 'Taken back.' }]
    expect(storyOf(log, 'allies', new Map()).map((line) => line.text)).toEqual(['Taken back.', 'Box 1: Wasp, Chicago.'])
  })
  test('describes the hits of a round in one line, with the fate of the first ship after it', () => {
    const put = (seq: number, name: string, ...more: VisibleEvent[]): LogEntry => ({
      seq, act: 'choice', side: 'japan', events: [event('hits_assigned', `Japan puts 1 hit on ${name}.`, { unit: name, hits: 1, side: 'japan' }), ...more],
    })
    const sunk = event('sunk', 'Wasp is sunk.', { unit: 'us_wasp' })
    const log = [put(1, 'Wasp'), put(2, 'Chicago'), put(3, 'Wasp', sunk), put(4, 'Hornet')]
    expect(storyOf(log, null, new Map()).map((line) => line.text)).toEqual([
      'Japan puts 1 hit on Hornet.', 'Wasp is sunk.', 'Japan puts 2 hits on Wasp and 1 hit on Chicago.',
    ])
  })
  test('an entry in one breath', () =>
    expect(headline(FIRE)).toBe('US task force 1 moves from Ironbottom Sound to The Slot. US task force 1 meets the enemy in The Slot. US fire: 1 hit.'))
})

describe('what is shown on return', () => {
  const passed = (seq: number, side: string): LogEntry => ({ seq, act: 'choice', side, events: [event('passed', `${side} passes.`, { side })] })
  test('moves of the other side, not one’s own quiet choices', () => {
    const log = [passed(1, 'allies'), passed(2, 'japan')]
    expect(log.map((_, place) => isWorthShowing(log, place, ['allies']))).toEqual([false, true])
  })
  test('own dice only once the battle is over, so that they are seen before it is gone', () => {
    const home: LogEntry = { seq: 10, act: 'choice', side: 'allies', events: [event('sunk', 'Chicago is sunk.', { unit: 'us_chicago' }), event('went_home', 'US task force 1 returns to base.', { force: 'allies_1' })] }
    expect(isWorthShowing([FIRE], 0, ['allies'])).toBe(false)
    expect(isWorthShowing([FIRE, home], 1, ['allies'])).toBe(true)
  })
  test('nothing that was taken back', () => {
    const log: LogEntry[] = [passed(1, 'japan'), { seq: 2, act: 'undo', side: 'japan', taken: [1] }]
    expect(isWorthShowing(log, 0, ['allies'])).toBe(false)
  })
})

describe('the battle panel', () => {
  const view = viewWith({
    forces: { allies_1: force('allies', { where: 'the_slot', units: ['us_wasp', 'us_chicago'], face_up: true }), japan_1: force('japan', { where: 'the_slot', units: ['ijn_yamato'], counters: 1, face_up: true }) },
    frames: [{ procedure: 'operations' }, { procedure: 'surface_combat' }, { procedure: 'assign_hits', gunfire: true, assigned: {}, pools: [{ side: 'japan', units: ['us_wasp', 'us_chicago'], hits: 5 }] }],
  })
  test('shows the fire of the round, both fleets and the current step', () => {
    const battle = currentBattle(battleEntries([FIRE], view, false)!, view, UNITS, 'japan', { us_wasp: 3 }, new Set(['us_wasp']))
    expect(battle.title).toBe('Surface combat in The Slot')
    expect(battle.steps[battle.now]).toBe('Hits')
    expect(battle.fire.map((fire) => [fire.side, fire.title])).toEqual([['allies', 'rolled 2 dice: 1 hit'], ['japan', 'rolled 1 die: 5 hits']])
    expect(battle.sides.map((side) => [side.side, side.stations[0]!.units.map((unit) => [unit.id, unit.target, unit.legal])])).toEqual([
      ['allies', [['us_wasp', 3, true], ['us_chicago', undefined, undefined]]], ['japan', [['ijn_yamato', undefined, undefined]]],
    ])
  })
  test('disappears with the battle, but stays on the moment that ended it', () => {
    const peace = viewWith()
    expect(battleEntries([FIRE], peace, false)).toBe(null)
    expect(battleEntries([FIRE], peace, true)).toEqual([FIRE])
  })
})

describe('giving hits', () => {
  const targets = ['us_wasp', 'us_chicago', 'us_transports_1'].map((id) => UNITS.get(id)!)
  const task = (hits: number, more: Partial<Assignment> = {}): Assignment => ({ units: targets.map((unit) => unit.id), hits, given: {}, gunfire: true, ...more })
  test('are read from the current frame', () => {
    const frames = [{ procedure: 'assign_hits', gunfire: true, assigned: { us_wasp: 1 }, pools: [{ side: 'japan' as const, units: ['us_wasp'], hits: 2 }] }]
    expect(assignment(viewWith({ frames }))).toEqual({ units: ['us_wasp'], hits: 2, given: { us_wasp: 1 }, gunfire: true })
    expect(assignment(viewWith())).toBe(null)
  })
  test('Transports come last in a list, after one hit on every ship with them', () =>
    expect(inOrder({ us_transports_1: 1, us_wasp: 2, us_chicago: 1 }, targets).map((choice) => choice[1])).toEqual(['us_wasp', 'us_chicago', 'us_wasp', 'us_transports_1']))
  test('spread evenly: the ships first, then the Transports they shield', () => {
    expect(spreadEvenly({}, targets, task(2))).toEqual({ us_wasp: 1, us_chicago: 1 })
    expect(spreadEvenly({}, targets, task(3))).toEqual({ us_wasp: 1, us_chicago: 1, us_transports_1: 1 })
    expect(spreadEvenly({}, targets, task(1, { gunfire: false, given: { us_wasp: 1, us_chicago: 1 } }))).toEqual({ us_transports_1: 1 })
  })
  test('finish the cripples: units already hit are certainly sunk first', () => {
    expect(finishCripples({ us_chicago: 1 }, targets, task(3))).toEqual({ us_chicago: 2, us_wasp: 1 })
    expect(finishCripples({}, targets, task(1, { gunfire: false }))).toEqual({ us_transports_1: 1 })
  })
  test('helpers fill in and take nothing away', () => expect(spreadEvenly({ us_wasp: 3 }, targets, task(4))).toEqual({ us_wasp: 3, us_chicago: 1 }))
  test.each([['us_wasp', 0, 0], ['us_wasp', 1, 1 / 2], ['us_wasp', 2, 5 / 6], ['ijn_yamato', 3, 1 / 6], ['ijn_ryujo', 1, 5 / 6], ['us_transports_1', 1, 1]])(
    '%s with %i hits sinks with %f', (unit, hits, chance) => expect(sinkChance(UNITS.get(unit)!, hits)).toBe(chance),
  )
})

describe('words', () => {
  test.each([
    [['sortie', 'japan_1', 'the_slot'], 'Sortie TF 1 to The Slot'], [['move', 'allies_2', 'eastern_solomons'], 'Move TF 2 to the Eastern Solomons'],
    [['strike', 'allies_2', 'japan_3'], 'Air strike by TF 2 at Japanese TF 3'], [['strike_again', 'henderson_field'], 'Strike Henderson Field again'],
    [['pass'], 'Pass'], [['withdraw'], 'Return to base'], [['return_to_play', 'us_wasp'], 'Wasp returns to play'],
  ])('%j is “%s”', (action, said) => expect(choiceText(action, () => 'Wasp returns to play')).toBe(said))
  test('a partly chosen operation cites its own clause', () => {
    expect(verbHelp('strike')).toEqual({ clause: '10.6.a', text: 'The target is revealed after you choose it.' })
    expect(verbHelp('pass')).toBe(undefined)
  })
  test('the state of the game', () => {
    expect(turnLabel(plain(viewWith({ operations: { done: 4, under_way: true, phasing: 'allies', number: 3 } })))).toEqual({
      long: 'Turn 2 of 4, September · Operations', brief: 'Sep · op 3 of 7',
    })
  })
})
