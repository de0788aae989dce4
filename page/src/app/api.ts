import { trackRequest } from './open_requests'
import { noteServerTime } from '../lib/server_time'
import type { components, paths } from './schema'

/**
 * The local server as the page knows it: what goes over the wire, and every call. The page gets views only.
 *
 * The types come from `schema.d.ts`, which is generated from the server's OpenAPI schema (docs/server.md). Comments on
 * fields are in `src/ironbottom/server/messages/`.
 */

type Schemas = components['schemas']

/** A verb and its arguments, by readable ids. */
export type Action = readonly string[]
/** Everything that a viewer has been shown; each game defines the contents. */
export type View = Readonly<Record<string, unknown>>
/** A side by its id, or `public` (the open board), or `open` (after the end). */
export type Viewpoint = string

export type SideInfo = Schemas['SideInfo']
export type OptionInfo = Schemas['OptionInfo']
export type Introduction = NonNullable<GameInfo['about']>
export type GameInfo = Schemas['GameResponse']
/** Where counters lie: degrees east and north, the side, how many. */
export type Dot = GameInfo['picture'][number]
export type Statistics = Schemas['StatisticsResponse']
export type PastGame = Schemas['RecordResponse']
export type ClauseInfo = Schemas['ClauseResponse']
export type MatchInfo = Schemas['MatchResponse']
export type Seats = MatchInfo['seats']
/** Why this browser may take seats without a link. */
export type Take = MatchInfo['take']
export type Result = Schemas['MatchResult']
export type InvitationInfo = Schemas['InvitationInfo']
export type SeatInfo = Schemas['SeatInfo']
export type SeatsInfo = Schemas['SeatsResponse']
export type NewLink = Schemas['LinkResponse']
export type NewMatch = Schemas['NewMatchRequest']
export type WordsAsked = Schemas['DiceSeedingResponse']
export type Wanted = Schemas['DiceSharesWanted']
export type Dice = Schemas['DiceInfo']
export type Pace = NonNullable<NewMatch['pace']>
export type ClockInfo = Schemas['ClockInfo']
export type ClocksInfo = Schemas['ClocksInfo']
export type ChatInfo = Schemas['ChatResponse']
export type ChatMessage = Schemas['ChatMessageInfo']
export type Rematch = Schemas['RematchInfo']
export type RematchAnswer = Schemas['RematchRequest']['word']
export type PresenceInfo = Schemas['PresenceResponse']
export type Challenge = Schemas['ChallengeResponse']
export type Contact = Schemas['ContactResponse']
export type Mode = Contact['mode']
export type MailLink = Schemas['MailLinkResponse']
export type UndoOffer = Schemas['UndoOfferInfo']
export type UndoAnswer = Schemas['UndoAnswerRequest']['word']
export type Also = Schemas['OtherViewRequest']
export type HelperInfo = Schemas['HelperInfo']
export type StandingOrdersInfo = Schemas['StandingOrdersResponse']
export type OddsRows = Schemas['OddsTable']
export type HintPlan = Schemas['HintPlan']
export type PlayerAid = Schemas['PlayerAid']
export type PositionLooked = Schemas['PositionCheckResponse']
export type WhyNot = Schemas['WhyNotResponse']

// Details that OpenAPI cannot express: choices are nested, events have the fields of their kinds, and the view is missing only until
// its changes are applied.

/** Sets of ids, each of which can be combined with any of the ids that follow. */
export type Branches = readonly (readonly [ids: readonly string[], after: Branches])[]
/** The possible choices of one verb, in sets; a verb without arguments has nothing after it. */
export type Group = With<'ChoiceGroup', { readonly then?: Branches }>
export type Decision = With<'DecisionInfo', { readonly choices: readonly Group[] }>
export type VisibleEvent = { readonly event: string; readonly text: string; readonly clause: string } & { readonly [field: string]: unknown }
export type LogEntry = With<'LogEntryResponse', { readonly events?: readonly VisibleEvent[] }>
export type MatchView = With<
  'MatchViewResponse',
  { readonly view: View; readonly decision: Decision | null; readonly log: readonly LogEntry[] | null; readonly also: readonly MatchView[] | null }
>

type With<Name extends keyof Schemas, More> = Omit<Schemas[Name], keyof More> & More

/** A refusal from the server: the message, and the clause or field. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly clause?: string,
    readonly field?: string,
    /** the index of the refused choice in the submitted list, from 0 */
    readonly place?: number,
    /** the match has not begun: these words are needed first */
    readonly words?: WordsAsked,
  ) {
    super(message)
  }
  /** the match has changed since the page last fetched it */
  get stale(): boolean {
    return this.status === 409
  }
  /** an unexpected failure */
  get fault(): boolean {
    return this.status >= 500
  }
}

/** The server could not be reached. */
export class Offline extends Error {}

async function asks<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, init)
    noteServerTime(answer.headers?.get('date'))
  } catch {
    throw new Offline('The server cannot be reached.')
  }
  const text = await answer.text()
  let data: unknown
  try {
    data = text ? JSON.parse(text) : null
  } catch {
    throw new ApiError(answer.status || 500, 'The server’s answer cannot be read.')
  }
  if (answer.ok) return data as T
  const error = (data as { error?: { message?: string; clause?: string | null; field?: string | null; place?: number | null } } | null)?.error
  throw new ApiError(
    answer.status, error?.message ?? `The server answered ${answer.status}.`, error?.clause ?? undefined, error?.field ?? undefined,
    error?.place ?? undefined, (data as { words?: WordsAsked } | null)?.words,
  )
}

type Method = 'get' | 'post' | 'patch' | 'delete'
/** The addresses that accept requests of a method, without `/api`. */
type Path<M extends Method> = { [P in keyof paths]: undefined extends paths[P][M] ? never : P extends `/api${infer Rest}` ? Rest : never }[keyof paths]
type Operation<P extends string, M extends Method> = `/api${P}` extends keyof paths ? paths[`/api${P}`][M] : never
type Query<O> = O extends { parameters: { query?: unknown } } ? O['parameters']['query'] : never
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : Record<string, never>
type Sent<O> = O extends { responses: infer R } ? { [S in keyof R]: S extends 200 | 201 ? (R[S] extends { content: { 'application/json': infer T } } ? T : never) : never }[keyof R] : never
/** The response of an operation, with the types above where the schema is not specific enough. */
type Answer<P extends string, M extends Method> = Refined<Sent<Operation<P, M>>>
type Refined<T> = T extends Schemas['MatchViewResponse'] ? MatchView : T extends Schemas['LookaheadResponse'] ? { readonly ahead: readonly (readonly Group[] | null)[] } : T extends readonly Schemas['LogEntryResponse'][] ? readonly LogEntry[] : T

const call = <T>(path: string, init?: RequestInit): Promise<T> => trackRequest(path, () => asks<T>(path, init))
const asked = (words: object): string => `?${new URLSearchParams(Object.entries(words).map(([k, v]) => [k, String(v)]))}`

const get = <P extends Path<'get'>>(path: P, ...[query]: undefined extends Query<Operation<P, 'get'>> ? [Query<Operation<P, 'get'>>?] : [Query<Operation<P, 'get'>>]) =>
  call<Answer<P, 'get'>>(query ? path + asked(query) : path)
const send = <P extends string, M extends Method>(method: Uppercase<M>, path: P, body: Body<Operation<P, M>>) =>
  call<Answer<P, M>>(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const post = <P extends Path<'post'>>(path: P, body: Body<Operation<P, 'post'>>) => send<P, 'post'>('POST', path, body)

const at = <Rest extends string = ''>(id: string, rest = '' as Rest) => `/matches/${encodeURIComponent(id)}${rest}` as `/matches/{match_id}${Rest}`
const ofGame = <Rest extends string>(id: string, rest: Rest) => `/games/${encodeURIComponent(id)}${rest}` as `/games/{game_id}${Rest}`

/** The number of matches listed at once. */
export const PAGE = 100

// `wait: 0`: the response does not wait for computer players; their choices arrive over the live connection.
export const api = {
  games: () => get('/games'),
  clauses: (game: string) => get(ofGame(game, '/clauses')),
  matches: (first = 0) => get('/matches', { first, count: PAGE }),
  statistics: () => get('/statistics'),
  records: (first = 0) => get('/records', { first, count: PAGE }),
  begin: (wanted: NewMatch) => post('/matches', wanted),
  host: (id: string, side: string) => post(at(id, '/host'), { side }),
  words: (id: string, side: string, words: string, commitment?: string) => post(at(id, '/words'), { side, words, wait: 0, ...(commitment && { commitment }) }),
  part: (id: string, side: string, { die, block }: Pick<Wanted, 'die' | 'block'>, given: { promise: string } | { part: string }) =>
    post(at(id, '/part'), { side, die, block, wait: 0, ...given }),
  secret: (id: string, side: string, secret: string) => post(at(id, '/secret'), { side, secret }),
  rename: (id: string, name: string) => send<'/matches/{match_id}', 'patch'>('PATCH', at(id), { name }),
  /** `parting`: sent by a page that is being closed */
  remove: (id: string, parting = false) => call<unknown>(at(id), { method: 'DELETE', keepalive: parting }),
  exported: (id: string) => `/api${at(id, '/export')}`,
  bringIn: (file: Blob) => call<Answer<'/matches/import', 'post'>>('/matches/import', { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file }),
  pieces: (id: string): Promise<unknown> => get(at(id, '/pieces')),
  matchView: async (id: string, side: Viewpoint, since: number, held?: string): Promise<MatchView> => {
    const data = await get(at(id), { side, since, ...(held && { held }) })
    if ('order' in data) throw new ApiError(409, 'Add words for the dice first.', undefined, undefined, undefined, data)
    return data
  },
  log: (id: string, side: Viewpoint, since: number) => get(at(id, '/log'), { side, since }),
  moment: (id: string, side: Viewpoint, seq: number) => get(at(id, '/moment'), { side, seq }),
  act: (id: string, wanted: Schemas['ActRequest']) => post(at(id, '/act'), { ...wanted, wait: 0 }),
  whyNot: (id: string, side: string, action: Action, after?: readonly Action[]) => post(at(id, '/why_not'), { side, action, ...(after && { after }) }),
  names: (id: string, side: string, choices: readonly Action[]) => post(at(id, '/names'), { side, choices }),
  ahead: (id: string, side: string, runs: readonly (readonly Action[])[]) => post(at(id, '/ahead'), { side, runs }),
  undo: (id: string, wanted: Schemas['UndoRequest']) => post(at(id, '/undo'), { ...wanted, wait: 0 }),
  answerUndo: (id: string, side: string, word: UndoAnswer) => post(at(id, '/undo_offer'), { side, word, wait: 0 }),
  withdraw: (id: string, wanted: Schemas['WithdrawRequest']) => post(at(id, '/withdraw'), { ...wanted, wait: 0 }),
  resign: (id: string, side: string) => post(at(id, '/resign'), { side }),
  draw: (id: string, side: string, word: Schemas['DrawRequest']['word']) => post(at(id, '/draw'), { side, word, wait: 0 }),
  answerHints: (id: string, side: string, word: Schemas['HintConsentRequest']['word']) => post(at(id, '/hints'), { side, word, wait: 0 }),
  /** claims the win because an opponent's time has run out, or gives the opponent `against` more time */
  time: (id: string, side: string, word: Schemas['TimeRequest']['word'], against = '') => post(at(id, '/time'), { side, word, against, wait: 0 }),
  rematch: (id: string, side: string, word: RematchAnswer) => post(at(id, '/rematch'), { side, word, wait: 0 }),
  chat: (id: string, side: string, since = 0) => get(at(id, '/chat'), { side, since }),
  say: (id: string, side: string, text: string, since: number) => post(at(id, '/chat'), { side, text, since }),
  block: (id: string, side: string, against: string, blocked: boolean) => post(at(id, '/chat/block'), { side, against, blocked }),
  report: (id: string, side: string, number: number) => post(at(id, '/chat/report'), { side, number }),
  notes: (id: string, side: string) => get(at(id, '/notes'), { side }),
  writeNotes: (id: string, side: string, text: string) => post(at(id, '/notes'), { side, text }),
  seat: (id: string, side: string, player: string) => post(at(id, '/seat'), { side, player, wait: 0 }),
  /** the odds of a decision; `begun`: the choices already made for it */
  odds: (id: string, side: string, begun: readonly Action[] = []) => get(at(id, '/decision_odds'), { side, ...(begun.length && { begun: JSON.stringify(begun) }) }),
  /** the cost of each way that a unit may go, after the choices already made, in the game's own text */
  ways: <T>(id: string, side: string, begun: readonly Action[]) => get(at(id, '/ways'), { side, begun: JSON.stringify(begun) }) as Promise<readonly T[]>,
  /** the choices that one press can fill in at a decision */
  helpers: (id: string, side: string) => get(at(id, '/helpers'), { side }),
  standing: (id: string, side: string) => get(at(id, '/standing'), { side }),
  /** sets standing orders, or planned routes of units; null removes a plan */
  stand: (id: string, side: string, wanted: Omit<Schemas['StandingOrdersRequest'], 'side'>) => post(at(id, '/standing'), { side, ...wanted }),
  /** battles of the turn with their odds, and the units that can reach a place, in the game's own text */
  battles: <T>(id: string, side: Viewpoint, loads: 'cheapest' | 'dearest') => get(at(id, '/odds'), { side, loads }) as Promise<readonly T[]>,
  /** a battle by hand, without a match */
  oddsByHand: <T>(game: string, battle: Readonly<Record<string, unknown>>) => post(ofGame(game, '/odds'), { battle }) as Promise<T>,
  threats: <T>(id: string, side: Viewpoint, place: string) => get(at(id, '/threats'), { side, place }) as Promise<Readonly<Record<string, readonly T[]>>>,
  /** the position, after the end also that after an entry of the log */
  position: (id: string, side: Viewpoint, seq?: number) => get(at(id, '/position'), { side, ...(seq !== undefined && { seq }) }),
  lookAt: (game: string, position: string) => post('/positions', { game, position }),
  verify: (id: string, commitment = '') => get(at(id, '/verify'), { commitment }),
  /** plans for the decision of a side, or why there are none */
  hints: (id: string, side: string) => get(at(id, '/hints'), { side }),
  /** how the game is won, the steps of the turn, tables */
  aid: (id: string, side: Viewpoint) => get(at(id, '/aid'), { side }),
  /** the review of a match that is over, or of a side's choices before the end; or how far it is */
  review: (id: string, side = '') => post((at(id, '/review') + (side && asked({ side }))) as '/matches/{match_id}/review', {}),
  /** comments and variations in the record of a match that is over */
  comments: (id: string) => get(at(id, '/comments')),
  comment: (id: string, on: number, text: string, choices: readonly Action[] = []) => post(at(id, '/comments'), { on, text, choices }),
  story: (id: string, side: Viewpoint) => get(at(id, '/story'), { side }),
  /** who holds the seats; with the token of a link, what the link gives. Takes nothing. */
  seats: (id: string, token?: string) => get(at(id, '/seats'), token === undefined ? undefined : { token }),
  /** takes the seats of a link, or without a token the seats that `take` allows */
  claim: (id: string, token?: string) => post(at(id, '/claim'), token === undefined ? {} : { token }),
  /** the open challenges, the newest first */
  challenges: () => get('/challenges'),
  take: (id: string, side: string) => post(at(id, '/take'), { side }),
  withdrawChallenge: (id: string) => call<unknown>(at(id, '/challenge'), { method: 'DELETE' }),
  invite: (id: string, side: string) => post(at(id, '/invitations'), { side }),
  inviteByMail: (id: string, side: string, address: string) => post(at(id, '/invitations/mail'), { side, address }),
  /** takes a seat from its holder and gives a new link for it */
  reissue: (id: string, side: string) => post(at(id, '/reissue'), { side }),
  withdrawLink: (id: string, side: string) => call<unknown>(at(id, `/invitations/${encodeURIComponent(side)}`), { method: 'DELETE' }),
  deviceLink: (id: string) => post(at(id, '/device_link'), {}),
  /** the sides that players have open, one for each page */
  sitting: (id: string) => get(at(id, '/sitting')),
  /** which players have the match open, and since when the others have not */
  presence: (id: string) => get(at(id, '/presence')),
  /** where this browser is notified that a game waits */
  contact: () => get('/contact'),
  setContact: (wanted: Schemas['ContactRequest']) => post('/contact', wanted),
  notify: (id: string) => get(at(id, '/notify')),
  setNotify: (id: string, mode: Mode | null) => post(at(id, '/notify'), { mode }),
  /** what the link of a mail does */
  mailLink: (token: string) => get(`/mail/${encodeURIComponent(token)}` as '/mail/{token}'),
  followMailLink: (token: string, word: Schemas['MailLinkRequest']['word']) => post(`/mail/${encodeURIComponent(token)}` as '/mail/{token}', { word }),
  live: (id: string, side: Viewpoint, sits = '') =>
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api${at(id, '/live')}${asked({ side, mark: 1, chat: 1, ...(sits ? { sits } : {}) })}`,
}

/** An id for a submission, so that it is accepted only once however often it is sent. */
export const messageId = (): string =>
  globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
