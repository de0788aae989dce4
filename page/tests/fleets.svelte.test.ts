// The fleets of a battle stay in place: on one screen they do not change sides when the other side chooses.
import { expect, test, vi } from 'vitest'
import type { LogEntry, VisibleEvent } from '../src/app/api'
import type { FleetShown, Fighter } from '../src/frame/battle'
import { fightOf } from '../src/games/victory_in_the_pacific/play_battle'
import type { VitpView } from '../src/games/victory_in_the_pacific/play_view'
import VitpBattle from '../src/games/victory_in_the_pacific/PlayBattle.svelte'
import FuryBattle from '../src/games/pacific_fury/PlayBattle.svelte'
import HoldBattle from '../src/games/hold_fast/PlayBattle.svelte'
import { mountComponent } from './component'
import { recorded } from './recorded'

let shown: { sides: readonly FleetShown<Fighter>[] }
vi.mock('../src/frame/BattleTable.svelte', () => ({ default: (_: unknown, props: typeof shown) => void (shown = props) }))

interface Told { pieces: unknown; entries: LogEntry[]; shots: { seq: number; view: Record<string, unknown> }[] }
const GAMES = recorded<{ vitp: Told; pf: Told; hf: Told }>('fights.json')
const order = (): string[] => shown.sides.map(({ side }) => side)
const storeOf = ({ pieces, entries }: Told, view: unknown, side: string | null, mine: string | null): Record<string, unknown> => ({
  pieces, view, mine, log: entries, decision: side && { side, choices: [] }, choices: [], left: [], picks: [{ verb: 'pass' }], highlighted: new Set(), picked: new Set(), draft: null, playback: null, matchViews: {},
})
const VIEW = { forces: {}, frames: [], units: { japan: {}, allies: {} }, damage: {}, options: {}, battle: null }
const [shot] = GAMES.vitp.shots
const opened: VisibleEvent = { event: 'combat_opened', text: '', clause: '', area: 'coral_sea' }
const GAMES_SHOWN: [string, any, Told, unknown, Record<string, unknown>][] = [
  ['Victory in the Pacific', VitpBattle, GAMES.vitp, shot!.view, { battle: fightOf(GAMES.vitp.entries, shot!.view as unknown as VitpView, true), oncounter: vi.fn() }],
  ['Pacific Fury', FuryBattle, GAMES.pf, VIEW, { entries: [], onunit: vi.fn() }],
  ['Hold Fast', HoldBattle, GAMES.hf, VIEW, { entries: [opened], onblock: vi.fn() }],
]

test.each(GAMES_SHOWN)('%s: on one screen both fleets keep their places', (_, component, told, view, props) => {
  const places = ['japan', 'allies', null].map((side) => {
    mountComponent(component, { ...props, store: storeOf(told, view, side, null) })
    return order()
  })
  expect(places).toEqual([['japan', 'allies'], ['japan', 'allies'], ['japan', 'allies']])
})

test.each(GAMES_SHOWN)('%s: for a single player the player’s fleet is on the right', (_, component, told, view, props) => {
  for (const mine of ['japan', 'allies']) {
    mountComponent(component, { ...props, store: storeOf(told, view, mine, mine) })
    expect(order().at(-1)).toBe(mine)
  }
})
