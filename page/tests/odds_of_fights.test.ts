import { describe, expect, test } from 'vitest'
import type { LogEntry, VisibleEvent } from '../src/app/api'
import { rollAnnouncement, diceIn, rollsText, type Rolls } from '../src/app/rolls'
import { singleSteps, playbackSteps } from '../src/app/playback_steps'
import { isWorthShowing } from '../src/games/victory_in_the_pacific/play_log'
import { currentBattle, fightOf, rollsElsewhere } from '../src/games/victory_in_the_pacific/play_battle'
import { storyLines as tellVitp } from '../src/games/victory_in_the_pacific/play_log'
import { rolls as vitp } from '../src/games/victory_in_the_pacific/play_rolls'
import { Facts, type VitpView } from '../src/games/victory_in_the_pacific/play_view'
import { rolls as holdFast } from '../src/games/hold_fast/play_rolls'
import { factsOf as holdFacts } from '../src/games/hold_fast/play_view'
import { rolls as fury } from '../src/games/pacific_fury/play_rolls'
import { unitsOf } from '../src/games/pacific_fury/play_view'
import { recorded } from './recorded'

interface Shot { seq: number; fired: boolean; there: string[]; view: VitpView }
interface Told { pieces: unknown; entries: LogEntry[]; shots: Shot[] }
const GAMES = recorded<{ vitp: Told; pf: Told; hf: Told }>('fights.json')
const { entries, shots, pieces } = GAMES.vitp
const FACTS = new Facts(pieces)
const MARKS = { highlighted: new Set<string>(), picked: new Set<string>() }
const upTo = (seq: number): LogEntry[] => entries.filter((entry) => entry.seq <= seq)

describe('two battles in one turn', () => {
  const board = ({ seq, fired, view }: Shot): string[] =>
    currentBattle(fightOf(upTo(seq), view, fired)!, FACTS, 'japan', MARKS, null).sides.flatMap((side) => side.stations.flatMap(({ units }) => units.map((unit) => unit.id)))

  test('there is a chase off Hawaii before the battle in Indonesia, and others after it', () => {
    const told = entries.flatMap((entry) => entry.events!).map(({ event, area }) => `${event} ${String(area ?? '')}`.trim())
    expect(told.indexOf('chase_opened')).toBeGreaterThan(0)
    expect(told.indexOf('surprised indonesia')).toBeGreaterThan(told.indexOf('chase_opened'))
    expect(shots.filter((shot) => shot.fired).length).toBeGreaterThan(6)
  })

  test.each(shots.map((shot) => [shot.seq, shot] as const))('at entry %i the board shows no unit of another battle, before the roll and in the past', (_, shot) => {
    const listed = board(shot)
    expect(listed.filter((id) => !shot.there.includes(id))).toEqual([])
    const events = entries.find((entry) => entry.seq === shot.seq)!.events!.filter((event) => event.event === 'fired')
    for (const { unit, target } of shot.fired ? events : []) expect(listed).toEqual(expect.arrayContaining([unit, target]))
  })

  test('a disabled unit carries the sign, and damage is in the factors and in the spoken name', () => {
    const shot = shots.find(({ seq }) => entries.find((entry) => entry.seq === seq)!.events!.some((event) => event.event === 'was_disabled'))!
    const units = currentBattle(fightOf(upTo(shot.seq), shot.view, true)!, FACTS, 'japan', MARKS, null).sides.flatMap((side) => side.stations.flatMap((one) => one.units))
    const { unit } = entries.find((entry) => entry.seq === shot.seq)!.events!.find((event) => event.event === 'was_disabled')!
    expect(units.find((one) => one.id === unit)).toMatchObject({ disabled: true, label: expect.stringContaining('disabled') as string })
  })
})

describe('the dice of an entry', () => {
  const games: [string, Told, (entry: LogEntry) => Rolls | null][] = [
    ['Victory in the Pacific', GAMES.vitp, (entry) => vitp(entry, FACTS)],
    ['Pacific Fury', GAMES.pf, (entry) => fury(entry, unitsOf(GAMES.pf.pieces))],
    ['Hold Fast', GAMES.hf, (entry) => holdFast(entry, holdFacts(GAMES.hf.pieces))],
  ]
  const HIDDEN = new Set(['submarine_attack'])
  test.each(games)('%s: every die of the log is in the tray once, in its order within a shot', (_, { entries: told }, rolls) => {
    const rolled = told.filter((entry) => entry.dice!.some(([, , why]) => !HIDDEN.has(why)))
    expect(rolled.length).toBeGreaterThan(5)
    for (const entry of rolled) {
      const shown = rolls(entry)
      const values = (shown?.sides ?? []).flatMap(({ rows }) => rows.flatMap(({ dice }) => dice.map((die) => die.value)))
      expect(values.toSorted(), `entry ${entry.seq}`).toEqual(entry.dice!.filter(([, , why]) => !HIDDEN.has(why)).map(([value]) => value).toSorted())
      for (const row of shown!.sides.flatMap((one) => one.rows)) expect([row.attacker !== '', row.result !== '']).toEqual([true, true])
    }
  })

  test('before the roll nothing is counted that a hit brings: the damage dice come with it', () => {
    const entry = entries.find((one) => one.events!.some((event) => event.event === 'fired' && (event['hits'] as number[]).length > 0))!
    const shotDice = entry.events!.filter((event) => event.event === 'fired').reduce((n, event) => n + (event['dice'] as number[]).length, 0)
    expect(diceIn(vitp(entry, FACTS))).toBe(shotDice)
    expect(entry.dice!.length).toBeGreaterThan(shotDice)
  })

  test('each shot has its number needed and its effect, in a sentence for screen readers', () => {
    const event = { event: 'fired', unit: 'akagi', target: 'nevada', dice: [6, 5, 1, 5], hits: [4, 5, 4], disabled: false, damage: 13, text: '', clause: '' }
    const told = vitp({ seq: 1, act: 'choice', side: 'japan', dice: [[6, 6, 'day']], events: [event, { event: 'lost', unit: 'nevada', back: 0, text: 'Nevada is lost.', clause: '' }] } as unknown as LogEntry, FACTS)!
    expect(told.sides[0]!.rows[0]).toMatchObject({ attacker: 'Akagi', target: 'Nevada', needs: 'hits on 5 or 6, disables on 4', result: '13 damage', unit: 'akagi', targetId: 'nevada' })
    expect(rollsText(told)).toBe('Akagi at Nevada: 6, 5, 1, 5, 4, 5, 4: 13 damage. Nevada is lost.')
    expect(told.what).toBe('4 shots')
    expect(told.outcome).toBe('3 hits: Nevada sunk.')
  })

  test('the outcome fits a line of the prompt: names where there is room, otherwise numbers', () => {
    const event = (unit: string, target: string, hits: number[], disabled = false): VisibleEvent => ({ event: 'fired', unit, target, dice: [6], hits, disabled, damage: 1, text: '', clause: '' })
    const outcome = (...events: VisibleEvent[]): string => vitp({ seq: 1, act: 'choice', side: 'japan', dice: [[6, 6, 'day']], events } as unknown as LogEntry, FACTS)!.outcome!
    expect(outcome(event('akagi', 'nevada', [1]), event('kaga', 'arizona', [], true))).toBe('1 hit; Arizona disabled, Nevada damaged.')
    expect(outcome(event('akagi', 'nevada', [1], true), event('kaga', 'arizona', [], true))).toBe('1 hit; Nevada and Arizona disabled.')
    const all = ['nevada', 'arizona', 'maryland', 'oklahoma', 'tennessee', 'pennsylvania']
    expect(outcome(...all.map((id) => event('akagi', id, [1])))).toBe('6 hits: 6 damaged.')
    for (const entry of entries) expect((vitp(entry, FACTS)?.outcome ?? '').length).toBeLessThanOrEqual(56)
  })
})

describe('the enemy’s turn', () => {
  const telling = { isWorthShowing: (log: readonly LogEntry[], place: number) => isWorthShowing(log, place, ['japan']), hasDice: (entry: LogEntry) => diceIn(vitp(entry, FACTS)) > 0 }
  const fresh = entries.filter((entry) => entry.side === 'allies')
  const from = fresh[0]!.seq - 1
  const [first] = playbackSteps(entries.filter((entry) => entry.seq <= fresh.findLast((one, k) => one.seq === from + 1 + k)!.seq), from, { ...telling, pace: 'whole', dice: 'wait' })

  test('is one whole in which every unit is named that did anything', () => {
    expect(first!.combined).toBe(true)
    const text = tellVitp(first!.entries, FACTS).map((line) => line.text).join(' ')
    const moved = first!.entries.flatMap((entry) => entry.events!).filter((event) => ['patrolled', 'sailed', 'raided', 'air_placed'].includes(event.event))
    expect(moved.length).toBeGreaterThan(3)
    for (const { unit } of moved) expect(text).toContain(FACTS.name(String(unit)))
  })

  test('and can be stepped through act by act, without omissions', () => {
    const all = singleSteps(first!, telling.isWorthShowing).flatMap((step) => step.entries.map((entry) => entry.seq))
    expect(all).toEqual(first!.entries.map((entry) => entry.seq))
  })

  test('acts of one kind that are each worth showing are shown once each', () => {
    const placed = [1, 2, 3].map((seq) => ({ seq, act: 'choice', side: 'japan', events: [{ event: 'air_placed', unit: `air_${seq}`, text: '', clause: '' }] }) as unknown as LogEntry)
    const all = { isWorthShowing: () => true, hasDice: () => false, dice: 'wait' } as const
    const seqs = (pace: 'whole' | 'step'): number[][] => playbackSteps(placed, 0, { ...all, pace }).map((step) => step.entries.map((entry) => entry.seq))
    expect(seqs('whole')).toEqual([[1, 2, 3]])
    expect(seqs('step')).toEqual([[1], [2], [3]])
  })

  test('equal acts are shown in one line, in the plural', () => {
    const act = (event: string, unit: string, text: string): LogEntry => ({ seq: 1, act: 'choice', side: 'japan', events: [{ event, unit, text, clause: '' }] }) as unknown as LogEntry
    const lines = tellVitp([
      act('marked', 'kongo', 'Kongo is marked as a raider.'), act('marked', 'hiei', 'Hiei is marked as a raider.'),
      act('evicted', 'akagi', 'Akagi is driven out to Truk.'), act('evicted', 'kaga', 'Kaga is driven out to Truk.'),
    ], FACTS).map((line) => line.text)
    expect(lines).toEqual(['Kongo and Hiei are marked as raiders.', 'Akagi and Kaga are driven out to Truk.'])
    expect(tellVitp([act('marked', 'kongo', 'Kongo is marked as a raider.')], FACTS)[0]!.text).toBe('Kongo is marked as a raider.')
  })

  test('before a roll the side, the number of dice and the purpose are shown', () => {
    const row = (attacker: string, n = 1): Rolls['sides'][number]['rows'][number] => ({ id: attacker, attacker, dice: Array.from({ length: n }, () => ({ value: 0 })), result: '' })
    const of = (...by: Rolls['sides']): string => rollAnnouncement({ what: '2 dice', sides: by, effects: [] })
    expect(of({ side: 'japan', sideName: 'Japan', title: '', rows: [row('Akagi', 4), row('Kaga')] }, { side: 'allies', sideName: 'Allies', title: '', rows: [row('Nevada')] })).toBe('Japan rolls 5 dice, the Allies 1.')
    expect(of({ side: 'allies', sideName: 'Allies', title: '', rows: [row('Nevada')] })).toBe('The Allies roll 1 die.')
    expect(of({ side: 'japan', sideName: 'Japan', title: '', roller: 'Air torpedoes', rows: [row('Yamato')] })).toBe('Air torpedoes: 2 dice.')
    expect(of({ sideName: 'Group W', title: '', rows: [row('Group W'), row('Group X')] })).toBe('Group W and Group X: 2 dice.')
    expect(of({ sideName: 'speed rolls', title: '1 of 2 arrive', rows: [row('Akagi'), row('Kaga')] })).toBe('Speed rolls: 2 dice.')
  })

  test('dice are a stop of their own where they wait, for either side', () => {
    const stops = playbackSteps(entries, 0, { ...telling, pace: 'whole', dice: 'wait' })
    const rolled = entries.filter((entry) => telling.hasDice(entry)).map((entry) => entry.seq)
    expect(stops.filter((step) => step.dice).map((step) => step.seq)).toEqual(rolled)
    expect(playbackSteps(entries, 0, { ...telling, pace: 'skip', dice: 'wait' }).map((step) => step.seq)).toEqual(rolled)
    expect(playbackSteps(entries, 0, { ...telling, pace: 'skip', dice: 'once' })).toEqual([])
  })

  test('losses of both sides are listed by name', () => {
    const lost = entries.filter((entry) => entry.events!.some((event) => event.event === 'lost'))
    const lines = tellVitp(lost, FACTS).filter((line) => line.id.endsWith('lost')).map((line) => line.text).join(' ')
    for (const event of lost.flatMap((entry) => entry.events!)) if (event.event === 'lost') expect(lines).toContain(FACTS.name(String(event['unit'])))
  })
})

describe('the second air raid on Pearl Harbor', () => {
  const raided = shots.filter(({ seq, fired }) => fired && entries.some((entry) => entry.seq === seq && entry.events!.some(({ event, target }) => event === 'fired' && ['nevada', 'arizona', 'oklahoma'].includes(String(target)))))
  const [first, last] = raided as [Shot, Shot]
  const board = ({ seq, view }: Shot): ReturnType<typeof currentBattle> => {
    const { events } = entries.find((entry) => entry.seq === seq)!
    return currentBattle(fightOf(upTo(seq), view, true)!, FACTS, 'allies', MARKS, null, { aims: [], lying: true, events: events! })
  }
  const allies = (shot: Shot): { id: string; sunk?: boolean; damage?: number }[] => board(shot).sides.find(({ side }) => side === 'allies')!.stations.flatMap(({ units }) => units)

  test('keeps the title, the steps and all units of the first, though the raid is over', () => {
    expect([raided.length, last.view.frames.some(({ procedure }) => procedure === 'air_raid')]).toEqual([2, false])
    expect([board(first).title, board(last).title]).toEqual(['Air raid on Pearl Harbor', 'Air raid on Pearl Harbor'])
    expect([board(last).steps, board(last).now]).toEqual([board(first).steps, 1])
    expect(board(last).steps[0]).toBe('Day action')
    const ids = allies(last).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(allies(first).filter(({ sunk }) => !sunk).map(({ id }) => id)))
  })

  test('a lost ship keeps its damage, and the head counts the others', () => {
    const lost = allies(last).filter(({ sunk }) => sunk)
    expect(lost.length).toBeGreaterThan(0)
    for (const { id, damage } of lost) if (FACTS.units.get(id)!.kind !== 'lba') expect(damage, id).toBeGreaterThan(0)
    expect(board(last).sides.find(({ side }) => side === 'allies')!.note).toBe(`${allies(last).length - lost.length} units`)
  })

  test('is no longer shown while the groups roll for their position', () => {
    const groups = entries.find((entry) => entry.events!.some(({ event }) => event === 'uncertain_rolled'))!
    expect([rollsElsewhere(groups.events), rollsElsewhere(entries.find(({ seq }) => seq === last.seq)!.events), rollsElsewhere(undefined)]).toEqual([true, false, false])
  })
})

describe('the groups of the first turn', () => {
  const rolled = (...groups: [string, string | null][]): Rolls =>
    vitp({ seq: 1, act: 'choice', side: 'japan', dice: groups.map(() => [1, 6, 'uncertain_location']), events: groups.map(([letter, spot]) => ({ event: 'uncertain_rolled', group: `uncertain_${letter}`, die: 1, spot, text: '', clause: '' })) } as unknown as LogEntry, FACTS)!
  test.each([
    [[['w', 'central_pacific_ocean'], ['x', 'hawaiian_islands'], ['y', null], ['z', null]], 'Roll for the position of groups W, X, Y and Z.', 'Groups W and X are at sea; Y and Z arrive on turn 2.'],
    [[['w', null]], 'Roll for the position of group W.', 'Group W arrives on turn 2.'],
    [[['y', 'hawaiian_islands'], ['z', null]], 'Roll for the position of groups Y and Z.', 'Group Y is at sea; Z arrives on turn 2.'],
  ] as [[string, string | null][], string, string][])('are all named, before and after: %j', (groups, ask, outcome) => {
    expect([rolled(...groups).announcement, rolled(...groups).outcome]).toEqual([ask, outcome])
  })
})

test('an air unit is not sunk, and its name ends a sentence with one full stop', () => {
  const entry = { seq: 1, act: 'choice', side: 'japan', dice: [[6, 6, 'day']], events: [
    { event: 'fired', unit: 'akagi', target: '7th_af', dice: [6], hits: [6], disabled: false, damage: 6, text: 'Akagi fires at 7th A.F.: 6.', clause: '' },
    { event: 'lost', unit: '7th_af', back: 0, text: '7th A.F. is lost.', clause: '' },
  ] } as unknown as LogEntry
  expect(vitp(entry, FACTS)!.outcome).toBe('1 hit: 7th A.F. destroyed.')
  expect(tellVitp([entry], FACTS).at(-1)!.text).toBe('Allies, lost: 7th A.F.')
})

test('in Hold Fast an air unit is destroyed, a ship is sunk', () => {
  const facts = holdFacts(GAMES.hf.pieces)
  const hit = (kind: string): string => {
    const { id } = [...facts.units.values()].find((unit) => unit.kind === kind && unit.side === 'allies')!
    const firer = [...facts.units.values()].find((unit) => unit.kind === 'carrier' && unit.side === 'japan')!
    const event = { event: 'fired', unit: firer.id, target: id, dice: [6], hits: 1, disabled: false, strength: 0, text: '', clause: '' }
    return holdFast({ seq: 1, act: 'choice', side: 'japan', dice: [[6, 6, 'shot']], events: [event] } as unknown as LogEntry, facts)!.sides[0]!.rows[0]!.result
  }
  expect([hit('land_based_air'), hit('battleship')]).toEqual(['1 hit, destroyed', '1 hit, sunk'])
})
