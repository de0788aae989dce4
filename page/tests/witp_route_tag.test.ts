import { expect, test } from 'vitest'
import type { Box, MapLayout } from '../src/games/war_in_the_pacific/layout'
import { layoutTag } from '../src/games/war_in_the_pacific/route_tag'

/** The words at the end of a course. */

const WORDS = '90 points, 10 fuel'
const W = 18 * 5.9 + 12
const WINDOW: Box = [0, 0, 960, 548]
const laid = (...boxes: Box[]): MapLayout => ({ places: [], pills: [], stacks: [], leaderLines: [], waters: boxes.map((box, n) => ({ id: `sea ${n}`, lines: ['Coral Sea'], x: box[0], y: box[1], size: 18, box })) })
const corner = ({ x, y }: { x: number; y: number }): number[] => [x, y]

test('they are right above it, and at an edge of the window on the other side', () => {
  expect(layoutTag(WORDS, [400, 300], laid(), WINDOW)).toEqual({ x: 414, y: 274, w: W })
  expect(corner(layoutTag(WORDS, [900, 300], laid(), WINDOW))).toEqual([900 - 14 - W, 274])
  expect(corner(layoutTag(WORDS, [400, 12], laid(), WINDOW))).toEqual([414, 20])
})

test('the name of a sea there stays visible: they move to the left, or below', () => {
  expect(corner(layoutTag(WORDS, [400, 300], laid([430, 270, 560, 292]), WINDOW))).toEqual([400 - 14 - W, 274])
  expect(corner(layoutTag(WORDS, [400, 300], laid([200, 270, 560, 292]), WINDOW))).toEqual([414, 308])
})

test('10.3 the discs of earlier impulses stay visible', () => {
  expect(corner(layoutTag(WORDS, [400, 300], laid(), WINDOW, [[430, 280]]))).toEqual([400 - 14 - W, 274])
})

test('rather than a disc or a counter they cover the name of a sea', () => {
  expect(corner(layoutTag(WORDS, [400, 300], laid([0, 0, 960, 548]), WINDOW, [[430, 280], [370, 280]]))).toEqual([414, 308])
})

test('where nothing is free they are in their usual place', () => {
  expect(corner(layoutTag(WORDS, [400, 300], laid([0, 0, 960, 548]), WINDOW))).toEqual([414, 274])
})
