import { describe, expect, test } from 'vitest'
import { byTarget, type RollRow, type SideRolls } from '../src/app/rolls'
import { mergedRows, needsOf, planTray } from '../src/frame/dice_tray'

const TARGETS = 6
const row = (k: number, more: Partial<RollRow> = {}): RollRow => ({ id: `${k}`, attacker: `Ship ${k}`, unit: `ship ${k}`, dice: [{ value: 6 }], result: '', ...more })
const fire = (n: number, aims = true): SideRolls => {
  const rows = Array.from({ length: n }, (_, k) => row(k, aims ? { target: `Target ${k % TARGETS}`, targetId: `target ${k % TARGETS}` } : {}))
  return { side: 'japan', sideName: 'Japan', title: '', rows, byTarget: byTarget(rows, (own) => `${own.length}`) }
}
const HEIGHTS = { tall: 56, flat: 28, dense: 25 } as const
const [HEAD, ROOM] = [30, 226]

describe('the tray is always whole', () => {
  test.each([[1, 'tall'], [6, 'tall'], [7, 'flat'], [14, 'flat']] as const)('%d firers have %s rows, each its own', (n, rows) => {
    expect(planTray([fire(n)])).toEqual({ rows, columns: [2], merged: false })
  })

  test('more than 14 have a row a target', () => {
    const plan = planTray([fire(15)])
    expect(plan.merged).toBe(true)
    expect(mergedRows(fire(15)).map(({ target, dice, result }) => [target, dice.length, result])).toEqual([
      ['Target 0', 3, '3'], ['Target 1', 3, '3'], ['Target 2', 3, '3'], ['Target 3', 2, '2'], ['Target 4', 2, '2'], ['Target 5', 2, '2'],
    ])
  })

  test('those without a target yet have one row together', () => {
    const rows = [row(1, { target: 'Hornet', targetId: 'hornet' }), row(2, { noTargetText: 'no target yet' }), row(3, { noTargetText: 'no target yet' })]
    expect(byTarget(rows, () => '').map(({ attacker, target, noTargetText: instead, dice }) => [attacker, target ?? instead, dice.length])).toEqual([['Ship 1', 'Hornet', 1], ['2 units', 'no target yet', 2]])
  })

  test.each([['with targets', true], ['without', false]])('1 to 40 firers %s: all rows are inside', (_, aims) => {
    for (let n = 1; n <= 40; n++) {
      for (const by of [[fire(n, aims)], [fire(n, aims), fire(41 - n, aims)]]) {
        const { rows, columns, merged } = planTray(by)
        const deepest = Math.max(...by.map((one, i) => Math.ceil((merged ? mergedRows(one) : one.rows).length / columns[i]!)))
        expect(HEAD + deepest * HEIGHTS[rows], `${n} firers`).toBeLessThanOrEqual(ROOM)
      }
    }
  })

  test('nothing changes its place when results come: the plan does not depend on them', () => {
    const before = fire(9)
    const after = { ...before, rows: before.rows.map((one) => ({ ...one, dice: [...one.dice, { value: 3, followUp: true }], result: '3 damage, disabled' })) }
    expect(planTray([after])).toEqual(planTray([before]))
  })
})

describe('the number needed is shown once', () => {
  test('where all need the same', () => expect(needsOf([row(1, { needs: 'hits on 6' }), row(2, { needs: 'hits on 6' })])).toBe('hits on 6'))
  test('with the names of those that need something else', () => {
    expect(needsOf([row(1, { needs: 'hits on 6' }), row(2, { needs: 'hits on 6' }), row(3, { needs: 'hits on 6' }), row(4, { needs: 'hits on 5' })])).toBe('hits on 6; Ship 4: hits on 5')
  })
  test('with the target that needs something else, where many fire at it', () => {
    const at = (k: number, target: string, needs: string): RollRow => row(k, { target, targetId: target, needs })
    const ships = [1, 2, 3, 4].map((k) => at(k, `Target ${k}`, 'hits on 5 or 6, disables on 4'))
    const air = [5, 6, 7].map((k) => at(k, '7th A.F.', 'hits on 6'))
    expect(needsOf([...ships, ...air])).toBe('hits on 5 or 6, disables on 4; at 7th A.F.: hits on 6')
    expect(needsOf([...ships, ...[5, 6, 7].map((k) => at(k, `Target ${k - 4}`, 'hits on 6'))])).toBe('')
  })
  test('and next to each row where there are many', () => {
    expect(needsOf([4, 5, 6].map((k) => row(k, { needs: `hits on ${k}` })))).toBe('')
  })
})
