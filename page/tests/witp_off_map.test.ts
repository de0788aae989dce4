import { expect, test } from 'vitest'
import { offMap } from '../src/games/war_in_the_pacific/off_map'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import told from './witp'

const facts = new Facts(told.pieces)
const view = told.decisions.at(-1)!.view
const position = new KnownPosition(view, facts)

test('37.1 each box lists the Task Forces in it and the other ships; ships of Task Forces are counted with them', () => {
  const boxes = offMap(position)
  expect(boxes.flatMap(({ name, forces }) => forces.map((force) => `${name}: ${force.name}`)).toSorted()).toEqual(['Sea lane 3: TF 12', 'Shipping lane, 2 phases: TF 24', 'Shipping lane, 2 phases: TF 31'])
  for (const { box, forces, ships } of boxes) expect(ships, box).toBe(position.shipsIn(box).length + forces.reduce((sum, { id }) => sum + position.shipsIn(id).length, 0))
})

test('an empty box is not among them, nor is a force on the map', () => {
  const lone = new KnownPosition({ ...view, force_box: { allies_12: 'alaska' } }, facts)
  expect(offMap(lone).flatMap(({ name, forces }) => forces.map((force) => `${name}: ${force.name}`))).toEqual(['Alaska: TF 12'])
  expect(offMap(lone).map(({ box }) => box)).toEqual(['west_coast_usa', 'phase_lane_00', 'sea_lane_2', 'alaska', 'canada'])
  const none = new KnownPosition({ ...view, force_box: {} }, facts)
  expect(offMap(none).flatMap(({ forces }) => forces)).toEqual([])
})

test('37.1 an empty box that may be chosen is among them', () => {
  const boxes = offMap(position, new Set(['phase_lane_01', 'allies_24']))
  expect(boxes.map(({ box }) => box)).toContain('phase_lane_01')
  expect(offMap(position).map(({ box }) => box)).not.toContain('phase_lane_01')
})

test('43.68 the box beyond the edge is listed once while it may be chosen', () => {
  const boxes = offMap(position, new Set(['beyond_the_edge'])).filter(({ box }) => box === 'beyond_the_edge')
  expect(facts.boxes).toContain('beyond_the_edge')
  expect(boxes.length).toBe(1)
})

test('4.32 a side sees nothing of what the other has off the map', () => {
  const japan = new KnownPosition({ ...view, side: 'japan', force_at: {} }, facts)
  const boxes = offMap(japan)
  expect(boxes.map(({ box }) => box)).toEqual(['inland_sea'])
  expect(boxes.flatMap(({ forces }) => forces)).toEqual([])
})
