import { describe, expect, test } from 'vitest'
import { Facts, type VitpView } from '../src/games/victory_in_the_pacific/play_view'
import type { LogEntry } from '../src/app/api'
import { storyLines } from '../src/games/victory_in_the_pacific/play_log'
import { moves, boardPositions, movesBetween } from '../src/games/victory_in_the_pacific/play_move_arrows'

const FACTS = new Facts({
  units: [['akagi', 'japan'], ['kaga', 'japan'], ['i_boat', 'japan'], ['wasp', 'allies']].map(([id, side]) => ({ id, name: id, side, kind: 'carrier' })),
  areas: ['coral_sea', 'us_mandate'].map((id) => ({ id, name: id, japan: 1, allies: 1, adjacent: [] })),
  places: ['truk', 'samoa'].map((id) => ({ id, name: id, kind: 'port', touches: [], lon: 0, lat: 0 })),
})
const at = (seq: number, japan: object, allies: object) => boardPositions({ units: { japan, allies } } as unknown as VitpView, seq)
const HOME = at(4, { truk: ['akagi', 'kaga'], submarine_base: ['i_boat'] }, { samoa: ['wasp'] })

describe('ways of fleets', () => {
  test('ships that went together leave one wake, each side its own, Japan first', () => {
    const out = at(9, { coral_sea: ['akagi', 'kaga'], submarine_base: ['i_boat'] }, { coral_sea: ['wasp'] })
    expect(movesBetween(HOME, out, FACTS)).toEqual([
      { id: '9 japan truk coral_sea', side: 'japan', from: 'truk', to: 'coral_sea' },
      { id: '9 allies samoa coral_sea', side: 'allies', from: 'samoa', to: 'coral_sea' },
    ])
  })

  test('ships that part leave a wake to each sea, those that stay none', () => {
    const out = at(5, { coral_sea: ['akagi'], us_mandate: ['kaga'] }, { samoa: ['wasp'] })
    expect(movesBetween(HOME, out, FACTS).map((way) => way.to)).toEqual(['coral_sea', 'us_mandate'])
  })

  test('nothing is drawn to or from places off the map, on opening, or in the past', () => {
    const out = at(9, { truk: ['akagi'], coral_sea: ['i_boat'], lost: ['kaga'] }, { samoa: ['wasp'] })
    expect(movesBetween(HOME, out, FACTS)).toEqual([])
    expect(movesBetween(null, HOME, FACTS)).toEqual([])
    expect(movesBetween(at(9, { coral_sea: ['akagi'] }, {}), HOME, FACTS)).toEqual([])
  })
})

describe('the raid on Pearl Harbor (4.2)', () => {
  const facts = new Facts({
    units: ['akagi', 'kaga'].map((id) => ({ id, name: id, side: 'japan', kind: 'carrier' })),
    areas: [{ id: 'hawaiian_islands', name: 'Hawaiian Islands', japan: 1, allies: 3, adjacent: [] }],
    places: [{ id: 'yokosuka', name: 'Yokosuka', kind: 'port', touches: [], lon: 0, lat: 0 }],
  })
  const joined = (seq: number, unit: string): LogEntry =>
    ({ seq, act: 'choice', side: 'japan', events: [{ event: 'raid_joined', clause: '4.2', unit, text: `${unit} joins the raid on Pearl Harbor.` }] }) as unknown as LogEntry
  const named = { event: 'raid_force_named', clause: '4.2', units: ['akagi', 'kaga'], text: 'The raid on Pearl Harbor: akagi and kaga.' }
  const log = [joined(1, 'akagi'), joined(2, 'kaga'), { seq: 3, act: 'choice', side: 'japan', events: [named] } as unknown as LogEntry]

  test('it is drawn as one way from port, and its ships are listed once', () => {
    const before = { units: { japan: { yokosuka: ['akagi', 'kaga'] }, allies: {} } } as unknown as VitpView
    expect(moves(log, before, facts)).toEqual(['akagi', 'kaga'].map((unit) => ({ unit, side: 'japan', from: 'yokosuka', to: 'hawaiian_islands' })))
    expect(storyLines(log, facts).map((line) => line.text)).toEqual(['The raid on Pearl Harbor: akagi and kaga.'])
    expect(storyLines(log.slice(0, 1), facts).map((line) => line.text)).toEqual(['akagi joins the raid on Pearl Harbor.'])
  })
})
