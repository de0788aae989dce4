import { describe, expect, it } from 'vitest'
import '../src/games/sides'
import { friendSeats, swappedSeats } from '../src/app/rematch'
import { mayPlayAgain } from '../src/app/teams'
import type { SideInfo } from '../src/app/api'
import { normalCurve, costText, courseText, leadOver, lossesOf, axisMarks, momentsOf, frequencyText, curvePosition, unusualRolls, pointTitle, pointText, resultText, soFar, turnText, type BattleSummary, type LuckSummary, type RollSummary } from '../src/app/story/story_text'

const SIDES = ['japan', 'allies']
const turns = (...leads: number[]) => leads.map((lead, at) => ({ turn: at + 1, lead, seq: at * 10 + 1 }))
const battle = (more: Partial<BattleSummary> = {}): BattleSummary => ({ place: 'truk', turn: 2, seq: 14, until: 20, lost: { japan: [], allies: [] }, swing: 0, kind: 'battle', before: 0, after: 0, told: '', ...more })
const roll = (unit: string, share: number, badly: number): RollSummary => ({ seq: 5, unit, side: 'japan', hits: 1, expected: 1, share, badly })
const luck = (more: Partial<LuckSummary>): LuckSummary => ({ side: 'japan', shots: 9, dice: 30, hits: 4, expected: 3, deviation: 1.5, share: 0.3, best: null, worst: null, ...more })

describe('the story of a match', () => {
  it('so far has nothing of later entries, and of a battle that goes on only its losses until then', () => {
    const loss = (unit: string, seq: number) => ({ unit, seq, side: 'japan', turn: 2 })
    const lost = { japan: ['a', 'b'], allies: [] }
    const whole = { turns: turns(0), names: {}, luck: [], swings: [], losses: [loss('a', 15), loss('b', 18)], battles: [battle({ lost }), battle({ seq: 30, until: 40 })] }
    const at = (seq: number) => soFar(whole, seq)
    expect([14, 15, 18].map((seq) => at(seq).losses.map(({ unit }) => unit))).toEqual([[], ['a'], ['a', 'b']])
    expect([13, 14, 15, 20, 30].map((seq) => at(seq).battles.map(({ lost: { japan } }) => japan))).toEqual([[], [[]], [['a']], [['a', 'b']], [['a', 'b'], []]])
  })
  it('names the winner', () => {
    expect(resultText({ winners: ['allies'], score: {}, why: '' })).toBe('The Allies win.')
    expect(resultText({ winners: ['japan'], score: {}, why: '' })).toBe('Japan wins.')
    expect(resultText({ winners: [], score: {}, why: '' })).toBe('A draw.')
    expect(resultText(null)).toBe('Not over yet.')
  })
  it('shows who led for how long', () => {
    expect(courseText(turns(0, 3, 5, -1), SIDES)).toBe('Japan led after turns 2 to 3 and the Allies led after turn 4.')
    expect(courseText(turns(0, 3, 5, -1), SIDES, (turn) => `${turn}/11/44`)).toBe('Japan led from 2/11/44 to 3/11/44 and the Allies led after 4/11/44.')
    expect(courseText(turns(0, 0), SIDES)).toBe('Neither side led.')
    expect(courseText(turns(1, -1, 1, -1), SIDES)).toBe('Japan led after 2 turns and the Allies led after 2 turns; the lead changed hands 3 times.')
    expect(courseText(turns(2, 0, 2), SIDES)).toBe('Japan led after turn 1 and after turn 3.')
    expect(courseText(turns(1, 0, 1, 0, 1, 0, 1), SIDES)).toBe('Japan led after 4 turns.')
    expect(courseText(turns(-355), SIDES)).toBe('The Allies led after turn 1.')
  })
  it('names every side that led, no other, and counts how often the lead changed', () => {
    const courses = (length: number): number[][] => (length ? courses(length - 1).flatMap((rest) => [-1, 0, 1].map((lead) => [lead, ...rest])) : [[]])
    for (const leads of [1, 2, 3, 4, 5, 6].flatMap(courses)) {
      const words = courseText(turns(...leads), SIDES)
      expect([leads, /japan/i.test(words), /the allies/i.test(words)]).toEqual([leads, leads.includes(1), leads.includes(-1)])
      const led = leads.filter(Boolean)
      const changes = led.filter((lead, k) => k && lead !== led[k - 1]).length
      const told = /changed hands (\d+) times?/.exec(words)
      if (told) expect([leads, Number(told[1])]).toEqual([leads, changes])
    }
  })
  it('names the cost of a battle, the first few by name', () => {
    const names = { a: 'Akagi', b: 'Kaga', c: '5th A.F.' }
    expect(costText(battle({ lost: { japan: ['a', 'b'], allies: ['c'] } }), SIDES, names)).toBe('Japan lost Akagi and Kaga; the Allies lost 5th A.F.')
    expect(costText(battle(), SIDES, names)).toBe('No losses.')
    expect(costText(battle({ lost: { japan: ['1', '2', '3', '4', '5'], allies: [] } }), SIDES, {})).toBe('Japan lost 1, 2, 3 and 2 more.')
  })
  it('describes turning points without a battle: units lost elsewhere, and why the score changed', () => {
    const names = { truk: 'Truk', a: 'Akagi' }
    const [score, losses] = [battle({ kind: 'score', place: '', before: 0, after: -7, told: 'The Allies score 13.' }), battle({ kind: 'losses', place: '', lost: { japan: ['a'], allies: [] } })]
    expect([pointTitle(battle(), names), pointTitle(score, names), pointTitle(losses, names)]).toEqual(['Truk', 'Score', 'Outside battles'])
    expect([pointText(score, SIDES, names), pointText(losses, SIDES, names)]).toEqual(['The Allies score 13.', 'Japan lost Akagi.'])
    expect(leadOver(score, turns(4, 4), SIDES)).toBe('lead even to Allies +7')
  })
  it('shows the lead before and after', () => {
    expect(leadOver(battle(), turns(4, -2), SIDES)).toBe('lead Japan +4 to Allies +2')
    expect(leadOver(battle(), turns(4, 4), SIDES)).toBe('the lead stayed at Japan +4')
    expect(leadOver(battle(), turns(0, 0), SIDES)).toBe('the lead stayed even')
  })
  it('counts losses by kind, and says of how many only where none returned', () => {
    const units = ['a', 'b', 'c'].map((id) => ({ id, side: 'japan', kind: id === 'c' ? 'cruiser' : 'carrier' }))
    const loss = (unit: string, seq: number) => ({ unit, seq, side: 'japan', turn: 1 })
    const [carriers, cruisers] = lossesOf('japan', [loss('c', 3), loss('a', 4), loss('c', 9), { ...loss('x', 8), side: 'allies' }], { units })
    expect([carriers!.kind, carriers!.losses.length, carriers!.of]).toEqual(['carrier', 1, 2])
    expect([cruisers!.kind, cruisers!.losses.length, cruisers!.of]).toEqual(['cruiser', 2, undefined])
    expect(lossesOf('japan', [loss('a', 4)], { units, more_units: true })[0]!.of).toBeUndefined()
  })
  it('lists units that are counts by kind, turn by turn', () => {
    const lost = ['japan infantry', 'japan fighter', 'japan infantry']
    expect(costText(battle({ lost: { japan: lost, allies: ['usa aa_gun'] } }), SIDES, { 'japan infantry': 'Infantry of Japan' })).toBe(
      'Japan lost 2 infantry and 1 fighter; the Allies lost 1 AA gun.',
    )
    const losses = lost.map((unit, k) => ({ unit, side: 'japan', turn: k + 1, seq: k + 5 }))
    const pieces = { units: [{ id: 'infantry' }], turn_name: 'round' }
    const [fighters, infantry] = lossesOf('japan', losses, pieces)
    expect([fighters!.kind, fighters!.losses.length, infantry!.kind, infantry!.losses.length, infantry!.of]).toEqual(['fighter', 1, 'infantry', 2, undefined])
    expect(momentsOf([...infantry!.losses, { ...losses[2]!, seq: 9 }], {}, pieces)).toEqual([{ seq: 5, text: 'Round 1: 1' }, { seq: 7, text: 'Round 3: 2' }])
    expect(momentsOf([{ unit: 'a', side: 'japan', turn: 1, seq: 3 }], { a: 'Akagi' }, {})).toEqual([{ seq: 3, text: 'Akagi' }])
  })
  it('describes the only side that scores', () => {
    expect(courseText(turns(0, 3, 7), ['japan', 'uk', 'usa'])).toBe('Japan has 7 points.')
  })
  it('changes the sides team by team, human players before others', () => {
    const sides = [['japan', 0], ['uk', 1], ['usa', 1]].map(([id, team]) => ({ id, title: id, team }) as SideInfo)
    expect(swappedSeats(sides, { japan: 'person', uk: 'ensign', usa: 'ensign' })).toEqual({ japan: 'ensign', uk: 'person', usa: 'person' })
    expect(swappedSeats(sides, { japan: 'ensign', uk: 'person', usa: 'ensign' })).toEqual({ japan: 'person', uk: 'ensign', usa: 'ensign' })
    expect(swappedSeats(sides, { japan: 'ensign', uk: 'ensign', usa: 'person' })['japan']).toBe('person')
    expect(swappedSeats(sides.slice(0, 2), { japan: 'person', uk: 'random' })).toEqual({ japan: 'random', uk: 'person' })
  })
  it('invites friends again to the sides that this browser leaves', () => {
    const sides = [['japan', 0], ['uk', 1], ['usa', 1]].map(([id, team]) => ({ id, title: id, team }) as SideInfo)
    const people = { japan: 'person', uk: 'person', usa: 'person' }
    expect(friendSeats(sides, people, ['japan'])).toEqual(['japan'])
    expect(friendSeats(sides, people, ['uk'])).toEqual(['uk', 'usa'])
    expect(friendSeats(sides, people, ['japan', 'uk', 'usa'])).toEqual([])
    expect(friendSeats(sides, people, [])).toEqual([])
    expect(friendSeats(sides, { japan: 'person', uk: 'ensign', usa: 'ensign' }, ['japan'])).toEqual([])
  })
  it('dates turns where they have dates', () => {
    expect(turnText(1, { turns: [{ turn: 1, dates: 'Dec 1941 - May 1942' }] })).toBe('Dec 41')
    expect(turnText(3, {})).toBe('Turn 3')
    const weeks = { by_date: true, turns: [{ turn: 196, date: '1/11/44' }] }
    expect([turnText(195, weeks), turnText(196, weeks)]).toEqual(['Set-up', '1/11/44'])
  })
  it('shows how rare a roll is', () => {
    expect(frequencyText(0.0123)).toBe('1 in 81 chance')
    expect(frequencyText(0.45)).toBe('45 % chance')
    const [one, other] = [luck({ best: roll('a', 0.2, 0.9), worst: roll('b', 0.9, 0.3) }), luck({ best: roll('c', 0.1, 0.9), worst: roll('d', 0.8, 0.4) })]
    expect([unusualRolls([one, other]).best!.unit, unusualRolls([one, other]).worst!.unit]).toEqual(['c', 'b'])
  })
  it('scales the chart in round steps, and keeps a mark on the bell', () => {
    expect(axisMarks(24)).toEqual([0, 10, 20])
    expect(axisMarks(1)).toEqual([0, 1])
    expect(axisMarks(652)).toEqual([0, 500])
    expect(curvePosition(luck({ hits: 3 }), 200)).toBe(100)
    expect(curvePosition(luck({ hits: 400 }), 200)).toBe(200)
    expect(normalCurve(200, 36)).toMatch(/^M0 36L0\.0 35\.\d/)
  })
})

it('the next match is begun by the holder of all seats of people, or by the host: not by a friend or a spectator', () => {
  const [both, one] = [{ japan: 'person', allies: 'person' }, { japan: 'person', allies: 'ensign' }]
  expect(mayPlayAgain(one, ['japan'], false)).toBe(true)
  expect(mayPlayAgain(both, ['japan', 'allies'], false)).toBe(true)
  expect(mayPlayAgain(both, ['japan'], true)).toBe(true)
  expect(mayPlayAgain(both, ['allies'], false)).toBe(false)
  expect(mayPlayAgain(both, [], false)).toBe(false)
})
