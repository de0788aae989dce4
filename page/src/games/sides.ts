import type { HelpNote } from '../app/game'
import { setSideNames, type SideNames } from '../board/sides'

/** The two sides of the games about the whole war: Japan with the disc, the Allies with the star. */
export type Side = 'japan' | 'allies'

const NAMES_OF_SIDES: Readonly<Record<Side, SideNames>> = {
  japan: { name: 'Japan', the: 'Japan', adjective: 'Japanese', team: 0 },
  allies: { name: 'Allies', the: 'the Allies', adjective: 'Allied', team: 1 },
}
setSideNames(NAMES_OF_SIDES)

export const SIDES: readonly Side[] = ['japan', 'allies']
export const SIDE_NAME: Readonly<Record<Side, string>> = { japan: NAMES_OF_SIDES.japan.name, allies: NAMES_OF_SIDES.allies.name }
/** The same within a sentence. */
export const THE_SIDE: Readonly<Record<Side, string>> = { japan: NAMES_OF_SIDES.japan.the, allies: NAMES_OF_SIDES.allies.the }
export const ADJECTIVE: Readonly<Record<Side, string>> = { japan: NAMES_OF_SIDES.japan.adjective, allies: NAMES_OF_SIDES.allies.adjective }
export const isSide = (side: unknown): side is Side => side === 'japan' || side === 'allies'

/** The help text for the symbols of the two sides. */
export const SIDE_HELP: HelpNote = { at: '.side-chip', title: 'A side', text: 'Japan has the disc and round corners, the Allies the star and cut corners.' }
