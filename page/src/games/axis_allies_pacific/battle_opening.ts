import type { LogEntry } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { battleFrame } from './battle'
import { factsOf, viewOf, type WarView } from './play_view'

/** A battle that begins with its first dice: its board is shown before they are rolled. */

const opening = (store: MatchStore): { entry: LogEntry; place: string } | null => {
  const { playback } = store
  const entry = playback?.hidesDice ? playback.step?.entries[0] : undefined
  const place = entry?.events?.find(({ event }) => event === 'battle_opened')?.['place']
  return entry && typeof place === 'string' && !battleFrame(viewOf(store.view)) ? { entry, place } : null
}

/** The position in which the battle that the current dice begin is open. */
export function battleView(store: MatchStore): WarView {
  const view = viewOf(store.view)
  const opened = opening(store)
  if (!opened) return view
  const { entry, place } = opened
  const zone = factsOf(store.pieces).isZone(place)
  const procedure = zone ? 'sea_battle' : entry.action?.[0] === 'raid' ? 'raid' : 'land_battle'
  return { ...view, frames: [...view.frames, { procedure, side: view.active, [zone ? 'zone' : 'land']: place, round: 0, next: 0 }] }
}

/** The log with that battle's opening. */
export function battleLog(store: MatchStore): readonly LogEntry[] {
  const opened = opening(store)
  return opened ? [...store.log, { ...opened.entry, events: opened.entry.events?.filter(({ event }) => event === 'battle_opened') }] : store.log
}
