import { beforeEach, expect, test } from 'vitest'
import type { MatchView } from '../src/app/api'
import { UndoGroups } from '../src/app/undo_groups'

/** One press takes back what one press did, also what standing orders answered because of it. */

const undo = (steps: number): MatchView => ({ undo: { steps } }) as unknown as MatchView
beforeEach(() => localStorage.clear())

test('answers of standing orders are taken back with the act before them', () => {
  const acts = new UndoGroups('m')
  acts.add('japan', 2, undo(2), true)
  acts.add('japan', 1, undo(3), true)
  expect(acts.lastCount('japan', undo(3))).toBe(1)
  expect([acts.lastCount('japan', undo(5)), acts.asOne('japan', undo(5))]).toEqual([3, true])
})

test('after a part was taken back, or for the other side, nothing is added', () => {
  const acts = new UndoGroups('m')
  acts.add('japan', 3, undo(5), false)
  expect(acts.lastCount('japan', undo(4))).toBe(1)
  expect(acts.lastCount('allies', undo(7))).toBe(1)
})
