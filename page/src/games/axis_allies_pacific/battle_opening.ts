import type { LogEntry } from '../../app/api'
import type { Desk } from '../../app/game'
import { battleFrame } from './battle'
import { factsOf, viewOf, type WarView } from './play_view'

/** A battle that begins with its first dice: its board is shown before they are rolled. */

const opening = (desk: Desk): { entry: LogEntry; place: string } | null => {
  const { past } = desk
  const entry = past?.unread ? past.stop?.entries[0] : undefined
  const place = entry?.events?.find(({ event }) => event === 'battle_opened')?.['place']
  return entry && typeof place === 'string' && !battleFrame(viewOf(desk.view)) ? { entry, place } : null
}

/** The position with the battle open that the current dice begin. */
export function battleView(desk: Desk): WarView {
  const view = viewOf(desk.view)
  const opened = opening(desk)
  if (!opened) return view
  const { entry, place } = opened
  const zone = factsOf(desk.pieces).isZone(place)
  const procedure = zone ? 'sea_battle' : entry.action?.[0] === 'raid' ? 'raid' : 'land_battle'
  return { ...view, frames: [...view.frames, { procedure, side: view.active, [zone ? 'zone' : 'land']: place, round: 0, next: 0 }] }
}

/** The log with that battle's opening. */
export function battleLog(desk: Desk): readonly LogEntry[] {
  const opened = opening(desk)
  return opened ? [...desk.log, { ...opened.entry, events: opened.entry.events?.filter(({ event }) => event === 'battle_opened') }] : desk.log
}
