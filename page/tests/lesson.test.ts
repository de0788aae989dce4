import { describe, expect, test } from 'vitest'
import type { LogEntry } from '../src/app/api'
import { progress, readLesson, type Lesson, type Scene } from '../src/app/lesson/lesson'
import { hasLesson, lessonOf } from '../src/games/lessons'

const SCENE: Scene = {
  title: 'Ships', position: '', after: 'Done.',
  steps: [{ text: 'Two.', choose: [['mark', 'a'], ['mark', 'b']] }, { text: 'End.', choose: [['done']] }],
}
const chosen = (seq: number, ...action: string[]): LogEntry => ({ seq, act: 'choice', side: 'red', action })

describe('a scene', () => {
  test('awaits the choices of a step in any order', () => {
    const told = progress(SCENE, 'red', [chosen(2, 'mark', 'b')])
    expect([told.step?.text, told.place, told.left, told.unexpected]).toEqual(['Two.', 1, [['mark', 'a']], 0])
  })
  test('continues once all of them are made, and ends after the last', () => {
    const log = [chosen(2, 'mark', 'b'), chosen(3, 'mark', 'a')]
    expect(progress(SCENE, 'red', log).step?.text).toBe('End.')
    expect(progress(SCENE, 'red', [...log, chosen(4, 'done')]).step).toBeNull()
  })
  test('does not count undone choices, nor those of others', () => {
    const log: LogEntry[] = [chosen(2, 'mark', 'b'), { seq: 3, act: 'undo', side: 'red', taken: [2] }, { ...chosen(4, 'mark', 'a'), side: 'blue' }]
    expect(progress(SCENE, 'red', log).left).toHaveLength(2)
  })
  test('finds choices that end elsewhere', () => expect(progress(SCENE, 'red', [chosen(2, 'pass')]).unexpected).toBe(1))
})

test('a lesson without one of its positions is refused', () => {
  expect(() => readLesson({ scenes: [{ position: 'nowhere' }] } as unknown as Lesson, {})).toThrow('no position called nowhere')
})

const TAUGHT = [['pacific_fury'], ['hold_fast'], ['victory_in_the_pacific'], ['axis_allies_pacific'], ['war_in_the_pacific'], ['war_in_the_pacific', 'leyte'], ['war_in_the_pacific', 'burma']]
test.each(TAUGHT)('%s has a lesson with its positions', async (id, of) => {
  expect(hasLesson(id!)).toBe(true)
  const lesson = await lessonOf(id!, of)
  expect(lesson.scenes.length).toBeGreaterThanOrEqual(4)
  for (const { position } of lesson.scenes) expect(position).toContain(`game = "${id!}"`)
})
