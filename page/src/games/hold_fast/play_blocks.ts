import type { Highlights } from '../../app/group_selection'
import { pilesOf, type Kind as KindOfPile, type Pile } from '../../board/pacific/piles'
import type { Side } from '../sides'
import { KIND_NAMES, KINDS, SIDES, type Facts, type HoldView } from './play_view'
import type { BlockView, UnitFacts } from './types'
import { describeBlock } from './unit_text'

/** A unit as a block, with its current state. */
export function seenBlock(id: string, view: HoldView, facts: Facts, viewpoint: string, marks: Highlights): BlockView {
  const unit = facts.units.get(id)!
  const shown = view.units[unit.side][id]
  const block: BlockView = {
    id, side: unit.side, name: unit.name, facts: unit, strength: shown?.strength ?? unit.strength, label: '',
    up: shown?.face_up || undefined,
    sealed: (shown && viewpoint === unit.side && !shown.face_up) || undefined,
    disabled: shown?.disabled || undefined,
    legal: marks.highlighted.has(id) || undefined,
    selected: marks.picked.has(id) || undefined,
    target: marks.aimed?.get(id),
  }
  block.label = describeBlock(block)
  return block
}

/** A block hidden from the viewer. */
export function hiddenBlock(id: string, side: Side, mayBe: readonly UnitFacts[] | undefined, marks: Highlights): BlockView {
  const block: BlockView = { id, side, mayBe, label: '', legal: marks.highlighted.has(id) || undefined, selected: marks.picked.has(id) || undefined }
  block.label = describeBlock(block)
  return block
}

const rank = (block: BlockView): number =>
  block.facts ? KINDS.indexOf(block.facts.kind) * 100 - block.facts.dice * 5 - block.facts.strength : 1000

/** The blocks of a side in a place, the most valuable first, hidden ones last. */
export function blocksAt(view: HoldView, facts: Facts, where: string, side: Side, viewpoint: string, marks: Highlights): BlockView[] {
  const seen = Object.keys(view.units[side])
    .filter((id) => view.units[side][id]!.where === where && facts.units.has(id))
    .map((id) => seenBlock(id, view, facts, viewpoint, marks))
    .toSorted((a, b) => rank(a) - rank(b))
  return [...seen, ...backsAt(view, facts, where, side, marks)]
}

function backsAt(view: HoldView, facts: Facts, where: string, side: Side, marks: Highlights): BlockView[] {
  const backs = view.hidden[side]?.[where]
  if (!backs) return []
  if (typeof backs === 'number') return Array.from({ length: backs }, (_, i) => hiddenBlock(`${side} ${where} ${i + 1}`, side, undefined, marks))
  const known = memoryOf(view, facts, side)
  return backs
    .map((id) => hiddenBlock(id, side, known.get(id), marks))
    .toSorted((a, b) => (a.mayBe?.length ?? 99) - (b.mayBe?.length ?? 99))
}

/** The possible units of a side's hidden blocks, by block. */
export function memoryOf(view: HoldView, facts: Facts, side: Side): Map<string, UnitFacts[]> {
  const known = new Map<string, UnitFacts[]>()
  for (const { blocks, may_be } of view.memory[side] ?? []) {
    const units = may_be.flatMap((id) => facts.units.get(id) ?? [])
    for (const block of blocks) known.set(block, units)
  }
  return known
}

/** What the enemy knows of a block of the viewer, where that is useful; undefined where it may be more than three units. */
export function enemyKnowledge(block: BlockView, view: HoldView, facts: Facts): string | undefined {
  const handle = block.facts && view.units[block.side][block.id]?.block
  if (!handle || block.up) return undefined
  const mayBe = memoryOf(view, facts, block.side).get(handle)
  if (mayBe?.length === 1) return 'known to the enemy'
  return mayBe && mayBe.length <= 3 ? `enemy knows: ${mayBe.map((unit) => unit.name).join(' or ')}` : undefined
}

const BACKS: KindOfPile = { id: 'hidden', names: ['block with its back to you', 'blocks with their backs to you'], short: 'backs' }

/** Blocks drawn together by kind, hidden ones as one kind. */
export const blockPiles = (blocks: readonly BlockView[], where: string): Pile<BlockView>[] =>
  pilesOf(blocks, where, ({ facts }) => (facts ? { id: facts.kind, names: KIND_NAMES[facts.kind] } : BACKS))

/** The non-empty places beside the map: off board, over a port, in a task force. */
export function besideMap(view: HoldView, facts: Facts): string[] {
  const all = new Set<string>()
  for (const side of SIDES) {
    for (const shown of Object.values(view.units[side])) all.add(shown.where)
    for (const where of Object.keys(view.hidden[side] ?? {})) all.add(where)
  }
  return [...all].filter((where) => !facts.areas.has(where) && !facts.places.has(where)).toSorted()
}

/** The place of a unit or a block, or null. */
export function whereIs(id: string, view: HoldView): string | null {
  for (const side of SIDES) {
    const shown = view.units[side][id]
    if (shown) return shown.where
    for (const [where, blocks] of Object.entries(view.hidden[side] ?? {})) if (typeof blocks !== 'number' && blocks.includes(id)) return where
  }
  return null
}
