import type { Editor } from '../../app/editor/editor.svelte'
import { DragController, type Counter, type DraggedUnit } from './drag_controller.svelte'
import { moveTo, shipPlaces } from './edit_moves'
import { idOf } from './grid'
import { factsOf, knownPosition, viewOf } from './play_view'

/** A counter of the map stands for the top force; a pill for all ground units, aircraft or ships in port of its side. If some of
 * these are selected, they move alone. */
export function unitsOf(editor: Pick<Editor, 'view' | 'pieces' | 'draft' | 'picked'>, { hex, stack, pill, part }: Counter): string[] {
  const facts = factsOf(editor.pieces)
  const position = knownPosition(viewOf(editor.view), facts)
  const at = idOf(hex)
  const some = (all: readonly string[]): string[] => {
    const picked = all.filter((id) => editor.picked.includes(id))
    return picked.length ? picked : [...all]
  }
  if (stack) return position.forces.includes(stack.top.id) ? [stack.top.id] : []
  if (part === 'infantry') return some(position.unitsIn(at).filter(({ side }) => side === pill!.side).map(({ id }) => id))
  if (part === 'plane') return some(position.airAt(at).map(({ stack: kind }) => `${at}/${kind}`))
  return some(shipPlaces(editor.draft, facts).flatMap(([id, where]) => (where === at && facts.ships.get(id)!.side === pill!.side ? [id] : [])))
}

/** Dragging over the map of the editor: dropped units are placed there. */
export const editorDragController = (editor: Editor): DragController =>
  new DragController((counter): DraggedUnit | null => {
    const ids = unitsOf(editor, counter)
    const [first] = ids
    if (first === undefined) return null
    const may = (hex: number): boolean => moveTo(editor.draft, ids, idOf(hex), factsOf(editor.pieces)) !== editor.draft
    return {
      id: first,
      begin: () => undefined,
      may,
      words: (hex) => `${editor.nameOf(idOf(hex))}${may(hex) ? '' : ': cannot be placed there'}`,
      drop: (hex) => {
        editor.move(ids, idOf(hex))
        editor.selectedPlace = idOf(hex)
      },
      cancel: () => undefined,
    }
  })
