import { counted } from './leaving'
import type { Changes } from './changed'
import type { Story } from './tale/told'

/** The local server as the page knows it: what goes over the wire, and every call. The page gets views only. */

/** A verb and its arguments, by readable ids. */
export type Action = readonly string[]
/** All that a viewer has been shown; what stands in it is the game's own. */
export type View = Readonly<Record<string, unknown>>
/** A side by its id, or `public` (the open board), or `open` (after the end). */
export type Eyes = string

/** A side, and the place of its team in the game's order. */
export interface SideInfo {
  id: string
  title: string
  team: number
}

export interface OptionInfo {
  name: string
  values: readonly string[]
  default: string
  clause: string
  text: string
  title: string
  /** what each value means, in the order of the values */
  words: readonly string[]
}

/** A game in short, as it tells of itself. */
export interface Introduction {
  name: string
  covers: string
  text: string
  turns: number
  counters: number
  minutes: number
  /** from 1, learnt in minutes, to 5 */
  complexity: number
}

/** Where counters lie: degrees east and north, the side, how many. */
export type Dot = readonly [lon: number, lat: number, side: string, count: number]

export interface GameInfo {
  id: string
  short: string
  title: string
  sides: readonly SideInfo[]
  scenarios: readonly { id: string; text: string }[]
  options: readonly OptionInfo[]
  /** computer players */
  bots: readonly { id: string; text: string }[]
  about: Introduction | null
  /** the board as its first scenario begins */
  picture: readonly Dot[]
  /** how clauses are known, and how many so, where the rulebook is not whole */
  known?: Readonly<Record<string, number>>
  /** whether it may be played with joint dice */
  joint?: boolean
}

/** Games of one kind that were played to the end here. */
export interface Statistics {
  game: string
  title: string
  played: number
  drawn: number
  won: Readonly<Record<string, number>>
  /** those of one person against computer players, by the side of the person */
  solo: readonly { side: string; title: string; played: number; won: number; drawn: number }[]
}

/** A game of one person against computer players that is over. */
export interface PastGame {
  id: string
  name: string
  game: string
  title: string
  played: string
  sides: readonly string[]
  against: readonly string[]
  result: 'won' | 'lost' | 'drawn'
  score: Readonly<Record<string, number>>
  why: string
}

export interface ClauseInfo {
  id: string
  title: string
  paraphrase: string
  reading?: string | null
  status: string
  reason?: string | null
  option?: string | null
  related?: readonly string[]
  /** how it is known, in words, where the rulebook is not whole */
  known?: string
}

export type Seats = Readonly<Record<string, string>>

export interface Result {
  /** the sides of whole teams; nobody for a draw */
  winners: readonly string[]
  score: Readonly<Record<string, number>>
  why: string
}

export interface MatchInfo {
  id: string
  name: string
  game: string
  game_title: string
  sides: readonly SideInfo[]
  seats: Seats
  created: string
  played: string
  turn_line: string
  waiting: readonly string[]
  over: boolean
  result: Result | null
  copied?: boolean
  picture: readonly Dot[]
  /** the sides of persons that somebody holds, and those of them that this browser holds */
  claimed: readonly string[]
  yours: readonly string[]
  /** whether this browser hosts the match */
  host: boolean
  take: Take
}

/** Why this browser may take seats without a link: nobody holds any, or it is on the server's machine and only one player ever held any. */
export type Take = 'unclaimed' | 'this_machine' | null

/** A link to a seat that still works; `opened`: when somebody first opened it. */
export interface InvitationInfo {
  made: string
  expires: string
  opened: string | null
}

/** A seat of a match: a person's (`person`) or a computer player's. */
export interface SeatInfo {
  side: string
  title: string
  player: string
  claimed: boolean
  yours: boolean
  /** only for those who may invite to the seat */
  invitation: InvitationInfo | null
}

/** Who holds the seats of a match, and what this browser may do about them. */
export interface SeatsInfo {
  id: string
  name: string
  game: string
  begun: boolean
  over: boolean
  seats: readonly SeatInfo[]
  host: boolean
  take: Take
  /** what kind of link the token belongs to; `void` if it does not work */
  link: 'invitation' | 'device' | 'void' | null
  /** the sides that the link gives */
  offered: readonly string[]
  /** what is agreed, in words */
  agreed: readonly { title: string; text: string }[]
  picture: readonly Dot[]
  /** whether the connection is encrypted */
  secure: boolean
  /** whether the server answers only this machine */
  here_only: boolean
  /** the addresses of the server for other machines */
  addresses: readonly string[]
}

/** A new link: what follows the address of the server, and until when it works. The token is sent only once. */
export interface NewLink {
  token: string
  path: string
  expires: string
}

/** Sets of ids, any of which goes with any of what may follow it. */
export type Branches = readonly (readonly [ids: readonly string[], after: Branches])[]

/** What may be chosen of one verb, in sets; nothing follows a verb that stands alone. */
export interface Group {
  verb: string
  /** whether a choice of this verb must be the last in a list of choices */
  ends_list?: 'always' | 'sometimes'
  then?: Branches
}

export interface Decision {
  side: string
  prompt: string
  clause: string
  choices: readonly Group[]
  /** whether it is made with what others may not see */
  secret?: boolean
  /** what each verb that stands alone leaves undone: by verb, what could still be chosen */
  gives_up?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** those of these verbs that would be wasted: by verb that stands alone */
  must?: Readonly<Record<string, readonly string[]>>
}

/** A joint die that waits for its parts, and with it the choice that calls for it. */
export interface Wanted {
  die: number
  block: number
  /** by side what it has to do now */
  lacks: Readonly<Record<string, 'promise' | 'give'>>
}

/** Where the dice come from: the hashes that were published before the first, and the words given after. */
export interface Dice {
  kind: string
  commitments: Readonly<Record<string, string>>
  words?: readonly string[]
  wanted?: Wanted | null
  /** after the end: the sides that have yet to show a secret of their own */
  hidden?: readonly string[]
  /** who gave each of the words: a side, `referee` where the server drew them, nothing where it is not known */
  words_by?: readonly string[]
  /** the side whose player runs the server, or `nobody` */
  host?: string
}

export interface Sight {
  id: string
  name: string
  game: string
  side: Eyes
  seats: Seats
  seq: number
  view: View
  over: boolean
  result: Result | null
  decision: Decision | null
  /** who else must choose; `thinking`: a computer player is at it */
  waiting: readonly { side: string; title: string; player?: string; thinking?: boolean }[]
  undo: { steps: number; why: string }
  draw_offer: string | null
  /** a side asks to take back its last choices, beyond the fence */
  undo_offer: UndoOffer | null
  /** who is asked for a draw, and for consent to take back beyond the fence: the opponents */
  asked: readonly string[]
  /** who gave up; an ally sits there now, if there is one */
  resigned: readonly string[]
  clause_now: string | null
  log_from: number
  /** a computer player that failed */
  trouble: { side: string; player: string; message: string } | null
  dice?: Dice
  /** a copy of another match, with dice of its own from there on */
  copied?: boolean
  /** the sides of persons that somebody holds */
  claimed: readonly string[]
  /** the sides that each player holds: two on one screen are one player */
  players?: readonly (readonly string[])[]
  /** seats that the host took from their holders, to give them new links */
  reissued: readonly { side: string; time: string }[]
  /** the log after the entry asked for, where one was */
  log?: readonly LogEntry[] | null
  /** by what the view is known again */
  stamp?: string
  /** what has changed since the view that is held, told instead of the view */
  changes?: Changes | null
  /** by what the whole sight is known again: the live line says it */
  mark?: string
  /** what other eyes at this desk are shown, where an act asked for it */
  also?: readonly Sight[] | null
}

/** A side asks to take back its last choices; `to_answer`: who has yet to agree. */
export interface UndoOffer {
  side: string
  steps: number
  to_answer: readonly string[]
  /** the side that has declined; empty as long as none has */
  declined?: string
  /** how many of one's own choices would be taken back too */
  yours?: number
}
export type UndoAnswer = 'accept' | 'decline' | 'cancel'

/** Other eyes at this desk, to be told in the answer of an act: their log since an entry, the view that they hold. */
export interface Also {
  side: Eyes
  since: number
  held?: string
}

export interface ToldEvent {
  event: string
  text: string
  clause: string
  readonly [field: string]: unknown
}

export interface LogEntry {
  seq: number
  /** begin, choice, undo, withdraw, resign, draw, copy, end, reveal */
  act: string
  side?: string
  /** only one's own, and after the end */
  action?: Action
  /** taken by the match itself, as the only choice */
  auto?: boolean
  events?: readonly ToldEvent[]
  dice?: readonly (readonly [value: number, faces: number, why: string])[]
  /** entries that no longer stand */
  taken?: readonly number[]
  /** one's own later choices that a withdrawal left without ground */
  dropped?: readonly Action[]
  word?: string
  /** the ally that takes the seat of a side that resigns */
  to?: string
  result?: Result
  text?: string
}

/** What one press fills in: its name, a line about it, and the choices that it makes. */
export interface HelperTold {
  id: string
  label: string
  note: string
  choices: readonly Action[]
}

/** What lives with a seat and is shown to nobody else: its standing orders, where its units are bound, what orders there are. */
export interface StandingTold {
  orders: Readonly<Record<string, string>>
  plans: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  known: readonly { id: string; label: string; values: readonly string[]; words: readonly string[] }[]
}

/** A table of exact odds. */
export interface OddsTold {
  title: string
  note: string
  outcomes: readonly string[]
  rows: readonly { id: string; name: string; chances: readonly number[] }[]
}

export interface NewMatch {
  game: string
  scenario?: string
  options?: Readonly<Record<string, string>>
  seats: Seats
  name?: string
  position?: string
  /** the sides of persons that others will play, by a link */
  friends?: readonly string[]
  /** a secret of each side's own joins every die */
  dice?: 'joint'
}

/** A match that begins once everybody who plays has given words for the dice. */
export interface WordsAsked {
  id: string
  name: string
  game: string
  sides: readonly SideInfo[]
  commitments: Readonly<Record<string, string>>
  order: readonly string[]
  given: Readonly<Record<string, string>>
  /** whose words come next; nobody's while the host is not named, and once all are given */
  asked: string | null
  /** who runs the server, a side or `nobody`; nothing while that is asked first */
  host: string | null
  kind: string
  begun: boolean
  /** the sides that somebody holds */
  claimed: readonly string[]
  /** a joint die of the beginning that waits for its parts */
  wanted?: Wanted | null
}

/** A position being set up: what it says, and either what is not lawful or how the table looks. */
export interface PositionLooked {
  position: Readonly<Record<string, unknown>> | null
  wrong?: { message: string; field: string; clause: string | null } | null
  text?: string
  view?: View | null
  pieces?: unknown
  /** who chooses first */
  asked?: readonly string[]
}

export interface WhyNot {
  clause: string | null
  message?: string
}

/** Something the server refused: what, why, by which clause or at which field. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly clause?: string,
    readonly field?: string,
    /** which of the choices handed in was refused, from 0 */
    readonly place?: number,
    /** the match has not begun: these words are asked for first */
    readonly words?: WordsAsked,
  ) {
    super(message)
  }
  /** the match has gone on since the page last saw it */
  get stale(): boolean {
    return this.status === 409
  }
  /** something failed that should not */
  get fault(): boolean {
    return this.status >= 500
  }
}

/** The server could not be reached. */
export class Offline extends Error {}

const call = <T>(path: string, init?: RequestInit): Promise<T> => counted(path, () => asks<T>(path, init))

async function asks<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, init)
  } catch {
    throw new Offline('The server cannot be reached.')
  }
  const text = await answer.text()
  let told: unknown
  try {
    told = text ? JSON.parse(text) : null
  } catch {
    throw new ApiError(answer.status || 500, 'The server gave an answer that cannot be read.')
  }
  if (answer.ok) return told as T
  const error = (told as { error?: { message?: string; clause?: string | null; field?: string | null; place?: number | null } } | null)?.error
  throw new ApiError(
    answer.status, error?.message ?? `The server answered ${answer.status}.`, error?.clause ?? undefined, error?.field ?? undefined,
    error?.place ?? undefined, (told as { words?: WordsAsked } | null)?.words,
  )
}

const send = <T>(path: string, body: unknown, method = 'POST'): Promise<T> =>
  call<T>(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const at = (id: string, rest = ''): string => `/matches/${encodeURIComponent(id)}${rest}`
const asked = (words: Record<string, string | number>): string =>
  `?${new URLSearchParams(Object.entries(words).map(([k, v]) => [k, String(v)]))}`

/** So many matches are listed at once. */
export const PAGE = 100

// `wait: 0`: an act is answered at once; what computer players choose then comes over the live line.
export const api = {
  games: () => call<GameInfo[]>('/games'),
  clauses: (game: string) => call<ClauseInfo[]>(`/games/${encodeURIComponent(game)}/clauses`),
  matches: (first = 0) => call<MatchInfo[]>(`/matches${asked({ first, count: PAGE })}`),
  statistics: () => call<Statistics[]>('/statistics'),
  records: (first = 0) => call<PastGame[]>(`/records${asked({ first, count: PAGE })}`),
  begin: (wanted: NewMatch) => send<Sight | WordsAsked>('/matches', wanted),
  host: (id: string, side: string) => send<WordsAsked>(at(id, '/host'), { side }),
  words: (id: string, side: string, words: string, commitment?: string) =>
    send<WordsAsked>(at(id, '/words'), { side, words, wait: 0, ...(commitment && { commitment }) }),
  part: (id: string, side: string, { die, block }: Wanted, given: { promise: string } | { part: string }) =>
    send<Sight | WordsAsked>(at(id, '/part'), { side, die, block, wait: 0, ...given }),
  secret: (id: string, side: string, secret: string) => send<unknown>(at(id, '/secret'), { side, secret }),
  rename: (id: string, name: string) => send<unknown>(at(id), { name }, 'PATCH'),
  /** `parting`: from a page that is being closed */
  remove: (id: string, parting = false) => call<unknown>(at(id), { method: 'DELETE', keepalive: parting }),
  exported: (id: string) => `/api${at(id, '/export')}`,
  bringIn: (file: Blob) => call<{ id: string; over: boolean }>('/matches/import', { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file }),
  pieces: (id: string) => call<unknown>(at(id, '/pieces')),
  sight: async (id: string, side: Eyes, since: number, held?: string): Promise<Sight> => {
    const told = await call<Sight | WordsAsked>(at(id, asked({ side, since, ...(held && { held }) })))
    if ('order' in told) throw new ApiError(409, 'Words for the dice are asked for first.', undefined, undefined, undefined, told)
    return told
  },
  log: (id: string, side: Eyes, since: number) => call<LogEntry[]>(at(id, `/log${asked({ side, since })}`)),
  moment: (id: string, side: Eyes, seq: number) =>
    call<{ view: View; seq: number; of: number }>(at(id, `/moment${asked({ side, seq })}`)),
  act: (id: string, wanted: { side: string; seq: number; choices: readonly Action[]; message: string; held?: string; also?: readonly Also[] }) =>
    send<Sight>(at(id, '/act'), { ...wanted, wait: 0 }),
  whyNot: (id: string, side: string, action: Action, after?: readonly Action[]) => send<WhyNot>(at(id, '/why_not'), { side, action, ...(after && { after }) }),
  names: (id: string, side: string, choices: readonly Action[]) => send<{ names: readonly (string | null)[] }>(at(id, '/names'), { side, choices }),
  ahead: (id: string, side: string, runs: readonly (readonly Action[])[]) => send<{ ahead: readonly (readonly Group[] | null)[] }>(at(id, '/ahead'), { side, runs }),
  undo: (id: string, wanted: { side: string; steps: number; seq: number; held?: string }) => send<Sight>(at(id, '/undo'), { ...wanted, wait: 0 }),
  answerUndo: (id: string, side: string, word: UndoAnswer) => send<Sight>(at(id, '/undo_offer'), { side, word, wait: 0 }),
  withdraw: (id: string, wanted: { side: string; entry: number; seq: number; held?: string }) => send<Sight>(at(id, '/withdraw'), { ...wanted, wait: 0 }),
  resign: (id: string, side: string) => send<Sight>(at(id, '/resign'), { side }),
  draw: (id: string, side: string, word: 'offer' | 'accept' | 'decline') => send<Sight>(at(id, '/draw'), { side, word, wait: 0 }),
  seat: (id: string, side: string, player: string) => send<Sight>(at(id, '/seat'), { side, player, wait: 0 }),
  /** the odds of a decision; `begun`: once choices were taken that are half made */
  odds: (id: string, side: string, begun: readonly Action[] = []) =>
    call<OddsTold[]>(at(id, `/decision_odds${asked({ side, ...(begun.length && { begun: JSON.stringify(begun) }) })}`)),
  /** what each way costs that a unit may go, once choices were taken that are half made, in the words of the game */
  ways: <T>(id: string, side: string, begun: readonly Action[]) => call<readonly T[]>(at(id, `/ways${asked({ side, begun: JSON.stringify(begun) })}`)),
  /** what one press fills in at a decision */
  helpers: (id: string, side: string) => call<HelperTold[]>(at(id, `/helpers${asked({ side })}`)),
  standing: (id: string, side: string) => call<StandingTold>(at(id, `/standing${asked({ side })}`)),
  /** gives standing orders, or plans where units go; null drops a plan */
  stand: (id: string, side: string, wanted: { orders?: Readonly<Record<string, string>>; plans?: Readonly<Record<string, unknown>> }) =>
    send<StandingTold>(at(id, '/standing'), { side, ...wanted }),
  /** battles of the turn with their odds, and what can reach a place, in the words of the game */
  battles: <T>(id: string, side: Eyes, loads: 'cheapest' | 'dearest') => call<readonly T[]>(at(id, `/odds${asked({ side, loads })}`)),
  /** a battle by hand, without a match */
  reckon: <T>(game: string, battle: Readonly<Record<string, unknown>>) => send<T>(`/games/${encodeURIComponent(game)}/odds`, { battle }),
  threats: <T>(id: string, side: Eyes, place: string) => call<Readonly<Record<string, readonly T[]>>>(at(id, `/threats${asked({ side, place })}`)),
  position: (id: string, side: Eyes) => call<{ text: string }>(at(id, `/position${asked({ side })}`)),
  lookAt: (game: string, position: string) => send<PositionLooked>('/positions', { game, position }),
  verify: (id: string, commitment = '') => call<Readonly<Record<string, unknown>>>(at(id, `/verify${asked({ commitment })}`)),
  story: (id: string, side: Eyes) => call<Story>(at(id, `/story${asked({ side })}`)),
  /** who holds the seats; with the token of a link, what the link gives. Takes nothing. */
  seats: (id: string, token?: string) => call<SeatsInfo>(at(id, `/seats${token === undefined ? '' : asked({ token })}`)),
  /** takes the seats of a link, or without a token those that `take` allows */
  claim: (id: string, token?: string) => send<SeatsInfo>(at(id, '/claim'), token === undefined ? {} : { token }),
  invite: (id: string, side: string) => send<NewLink>(at(id, '/invitations'), { side }),
  /** takes a seat from its holder and gives a new link for it */
  reissue: (id: string, side: string) => send<NewLink>(at(id, '/reissue'), { side }),
  withdrawLink: (id: string, side: string) => call<unknown>(at(id, `/invitations/${encodeURIComponent(side)}`), { method: 'DELETE' }),
  deviceLink: (id: string) => send<NewLink>(at(id, '/device_link'), {}),
  /** the sides that somebody sits at, one for each page */
  sitting: (id: string) => call<readonly string[]>(at(id, '/sitting')),
  live: (id: string, side: Eyes, sits = '') =>
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api${at(id, '/live')}${asked({ side, mark: 1, ...(sits ? { sits } : {}) })}`,
}

/** An id for a submission, so that it is taken once however often it is sent. */
export const messageId = (): string =>
  globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
