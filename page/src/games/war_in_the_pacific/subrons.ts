import { counted, listed } from '../../lib/text'
import { hexOf, NOWHERE } from './grid'
import type { ForceShown } from './map_marks'
import { isSubron, sideOfId, subronName, topFrame, type KnownPosition } from './play_view'
import type { PacificView } from './types'

/** 13.1 Subrons, as far as the viewer knows them: their places, their strength, and when the map shows them. */

/** 13.3, 13.9 A Subron's task until the next Submarine Phase. */
const MODES = ['on station', 'in transit', 'to refit', 'to ferry or scout'] as const

/** Questions about Subrons, in which the map shows them all; otherwise they would cover the units that the question is about. */
const ABOUT_SUBRONS: ReadonlySet<string> = new Set(['submarine_orders', 'subron_course', 'putting_out', 'ferrying', 'stationing', 'lying_in_wait'])

/** "7 fleet, 2 coastal". */
export function subronPoints(view: PacificView, id: string): string {
  const [fleet, coastal] = [view.subron_fleet?.[id] ?? 0, view.subron_coastal?.[id] ?? 0]
  return [...(fleet ? [`${fleet} fleet`] : []), ...(coastal ? [`${coastal} coastal`] : [])].join(', ')
}

/** Its task: on station, or its mission. */
export const subronMode = (view: PacificView, id: string): string => MODES[view.subron_mode?.[id] ?? 0] ?? MODES[0]

/** The Subrons at sea that the viewer knows. */
export const subronsOf = (view: PacificView): string[] => Object.keys(view.subron_at ?? {}).filter((id) => isSubron(id) && hexOf(view.subron_at[id] ?? '') !== NOWHERE)

/** The Subrons that already have orders in this question. */
export const subronsSent = (view: PacificView, side: string | undefined): string[] => {
  const sent = topFrame(view, side)?.['sent']
  return Array.isArray(sent) ? sent.map(String).filter(isSubron) : []
}

/** The Subrons on the map: all of them in questions about Subrons or while their layer is shown; otherwise the one that is asked
 * about or selected, and the others only close up. */
export function subronsShown({ view, facts }: KnownPosition, side: string | undefined, chosen: string | null, layer = false): ForceShown[] {
  const top = topFrame(view, side)
  const all = layer || ABOUT_SUBRONS.has(top?.procedure ?? '')
  return subronsOf(view).map((id): ForceShown => {
    const [name, points, at] = [subronName(id), subronPoints(view, id), view.subron_at[id]!]
    const many = (view.subron_fleet?.[id] ?? 0) + (view.subron_coastal?.[id] ?? 0)
    const near = !all && id !== chosen && id !== top?.['subron']
    return { id, hex: hexOf(at), side: sideOfId(id), form: 'subron', kind: 'submarine', count: many, name, note: points, label: `${name}, ${counted(many, 'Sub Point')}, ${subronMode(view, id)}, at ${facts.hexText(at)}`, closeUpOnly: near || undefined }
  })
}

/** "Subron 2, 7 fleet" for those in a hex; undefined if there are none. */
export const subronsIn = (view: PacificView, hex: number): string => listed(subronsOf(view).filter((id) => hexOf(view.subron_at[id]!) === hex).map((id) => `${subronName(id)}, ${subronPoints(view, id)}`))
