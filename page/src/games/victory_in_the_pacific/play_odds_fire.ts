import type { MatchStore } from '../../app/game'
import { fate, volley } from './odds'
import { currentSelection } from './play_input'
import { FATES, targetRow, TARGETS, type CurrentOdds } from './play_odds_table'
import { fateOf, shotsOf, sinksAt } from './play_shots'
import { counted, frameOf, listedShort, topFrame, type Facts, type VitpView } from './play_view'

/** 16.2 A submarine's one shot, which has the bonus, at each possible target. */
export function ofTorpedo(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const targets = store.choices.filter(([verb]) => verb === 'torpedo').map(([, id]) => id!)
  return [{
    title: 'A torpedo: one shot with the bonus', ...TARGETS,
    rows: targets.map((id) => {
      const found = fate(volley(1, true, false), sinksAt(id, view, facts))
      return { ...targetRow(id, view, facts), chances: FATES.map((one) => found[one]), now: store.highlighted.has(id) && store.picked.has(id) }
    }),
  }]
}

/** 19.22 The fire of carriers as kamikazes, and their usual fire. */
export function ofKamikazes(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const may = (topFrame(view)?.['may'] as readonly string[] | undefined) ?? []
  const picked = currentSelection(store)?.picked ?? []
  const strongest = may.toSorted((a, b) => shotsOf(b, true, view, facts).shots - shotsOf(a, true, view, facts).shots)[0]
  const firing = picked.length ? picked : strongest ? [strongest] : []
  if (!firing.length) return []
  const action = frameOf(view, 'action')
  const targets = ((action?.['units'] as readonly string[] | undefined) ?? []).filter((id) => facts.sideOf(id) === 'allies')
  const named: VitpView = { ...view, frames: view.frames.map((frame) => (frame === action ? { ...frame, kamikazes: firing } : frame)) }
  const rows = (seen: VitpView): CurrentOdds['rows'] =>
    targets.map((id) => {
      const found = fateOf(firing, id, byDay(seen), facts)
      return { ...targetRow(id, view, facts), chances: FATES.map((one) => found[one]) }
    })
  const shots = firing.reduce((n, id) => n + shotsOf(id, true, view, facts).shots, 0)
  const who = listedShort(firing.map((id) => facts.name(id)))
  const gains = firing.some((id) => !shotsOf(id, true, view, facts).bonus)
  return [
    { title: `${who}, as kamikazes: ${counted(shots, 'shot')} with the bonus`, note: gains ? 'all at one target; they are lost' : 'they already have the bonus, and are lost', ...TARGETS, rows: rows(named) },
    gains ? { title: 'Otherwise', note: 'all at one target', ...TARGETS, rows: rows(view) } : null,
  ]
}

/** The action as it will be once targets are chosen by day. */
const byDay = (view: VitpView): VitpView => ({ ...view, frames: [...view.frames, { procedure: 'targeting', way: 'day' }] })
