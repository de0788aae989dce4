import { trackRequest } from './open_requests'
import { noteServerTime } from '../lib/server_time'
import type { components, paths } from './schema'

/**
 * The local server as the page knows it: the data that it sends, and every call. The page gets views only.
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
export type AboutGame = NonNullable<GameInfo['about']>
export type GameInfo = Schemas['GameResponse']
/** The positions of counters: degrees east and north, the side, and the number. */
export type CounterPosition = GameInfo['picture'][number]
export type Statistics = Schemas['StatisticsResponse']
export type PastGame = Schemas['RecordResponse']
export type ClauseInfo = Schemas['ClauseResponse']
export type MatchInfo = Schemas['MatchResponse']
export type Seats = MatchInfo['seats']
/** Why this browser may take seats without a link. */
export type SeatClaimReason = MatchInfo['take']
export type Result = Schemas['MatchResult']
export type InvitationInfo = Schemas['InvitationInfo']
export type SeatInfo = Schemas['SeatInfo']
export type TurnFile = Schemas['TurnFileResponse']
export type OpenedFile = Schemas['OpenedFileResponse']
export type SeatsInfo = Schemas['SeatsResponse']
export type NewLink = Schemas['LinkResponse']
export type NewMatch = Schemas['NewMatchRequest']
export type DiceSeeding = Schemas['DiceSeedingResponse']
export type DiceSharesWanted = Schemas['DiceSharesWanted']
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
export type OtherView = Schemas['OtherViewRequest']
export type HelperInfo = Schemas['HelperInfo']
export type StandingOrdersInfo = Schemas['StandingOrdersResponse']
export type LandingOptions = Schemas['LandingOptions']
export type LandingAdvice = Schemas['LandingAdvice']
export type LandingRequest = Omit<Schemas['LandingRequest'], 'side'>
export type OddsRows = Schemas['OddsTable']
export type HintPlan = Schemas['HintPlan']
export type PlayerAid = Schemas['PlayerAid']
export type PositionCheck = Schemas['PositionCheckResponse']
export type WhyNot = Schemas['WhyNotResponse']

// Details that OpenAPI cannot express: choices are nested, events have the fields of their kinds, and the view is missing only until
// its changes are applied.

/** Sets of ids, each of which can be combined with any of the ids that follow. */
export type ChoiceBranches = readonly (readonly [ids: readonly string[], after: ChoiceBranches])[]
/** The possible choices of one verb, in sets; a verb without arguments has nothing after it. */
export type ChoiceGroup = Replace<'ChoiceGroup', { readonly then?: ChoiceBranches }>
export type Decision = Replace<'DecisionInfo', { readonly choices: readonly ChoiceGroup[] }>
export type VisibleEvent = { readonly event: string; readonly text: string; readonly clause: string } & { readonly [field: string]: unknown }
export type LogEntry = Replace<'LogEntryResponse', { readonly events?: readonly VisibleEvent[] }>
export type MatchView = Replace<
  'MatchViewResponse',
  { readonly view: View; readonly decision: Decision | null; readonly log: readonly LogEntry[] | null; readonly also: readonly MatchView[] | null }
>

type Replace<Name extends keyof Schemas, More> = Omit<Schemas[Name], keyof More> & More

/** A refusal from the server: the message, and the clause or field. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly clause?: string,
    readonly field?: string,
    /** the index of the refused choice in the submitted list, from 0 */
    readonly choiceIndex?: number,
    /** the match has not begun, since these words are needed first */
    readonly diceSeeding?: DiceSeeding,
  ) {
    super(message)
  }
  /** the match has changed since the page last fetched it */
  get isStale(): boolean {
    return this.status === 409
  }
  /** an unexpected failure */
  get isServerError(): boolean {
    return this.status >= 500
  }
}

/** The server could not be reached. */
export class Offline extends Error {}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
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
    error?.place ?? undefined, (data as { words?: DiceSeeding } | null)?.words,
  )
}

type Method = 'get' | 'post' | 'patch' | 'delete'
/** The addresses that accept requests of a method, without `/api`. */
type Path<M extends Method> = { [P in keyof paths]: undefined extends paths[P][M] ? never : P extends `/api${infer Rest}` ? Rest : never }[keyof paths]
type Operation<P extends string, M extends Method> = `/api${P}` extends keyof paths ? paths[`/api${P}`][M] : never
type Query<O> = O extends { parameters: { query?: unknown } } ? O['parameters']['query'] : never
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : Record<string, never>
type ResponseBody<O> = O extends { responses: infer R } ? { [S in keyof R]: S extends 200 | 201 ? (R[S] extends { content: { 'application/json': infer T } } ? T : never) : never }[keyof R] : never
/** The response of an operation, with the types above where the schema is not specific enough. */
type ApiResponse<P extends string, M extends Method> = Refined<ResponseBody<Operation<P, M>>>
type Refined<T> = T extends Schemas['MatchViewResponse'] ? MatchView : T extends Schemas['LookaheadResponse'] ? { readonly ahead: readonly (readonly ChoiceGroup[] | null)[] } : T extends readonly Schemas['LogEntryResponse'][] ? readonly LogEntry[] : T

export const call = <T>(path: string, init?: RequestInit): Promise<T> => trackRequest(path, () => request<T>(path, init))
export const queryString = (words: object): string => `?${new URLSearchParams(Object.entries(words).map(([k, v]) => [k, String(v)]))}`

const get = <P extends Path<'get'>>(path: P, ...[query]: undefined extends Query<Operation<P, 'get'>> ? [Query<Operation<P, 'get'>>?] : [Query<Operation<P, 'get'>>]) =>
  call<ApiResponse<P, 'get'>>(query ? path + queryString(query) : path)
const send = <P extends string, M extends Method>(method: Uppercase<M>, path: P, body: Body<Operation<P, M>>) =>
  call<ApiResponse<P, M>>(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
export const post = <P extends Path<'post'>>(path: P, body: Body<Operation<P, 'post'>>) => send<P, 'post'>('POST', path, body)

export const matchPath = <Rest extends string = ''>(id: string, rest = '' as Rest) => `/matches/${encodeURIComponent(id)}${rest}` as `/matches/{match_id}${Rest}`
const gamePath = <Rest extends string>(id: string, rest: Rest) => `/games/${encodeURIComponent(id)}${rest}` as `/games/{game_id}${Rest}`

/** The number of matches listed at once. */
export const PAGE_SIZE = 100

// `wait: 0`: the response does not wait for computer players; their choices arrive over the live connection.
export const api = {
  games: () => get('/games'),
  clauses: (game: string) => get(gamePath(game, '/clauses')),
  matches: (first = 0) => get('/matches', { first, count: PAGE_SIZE }),
  statistics: () => get('/statistics'),
  records: (first = 0) => get('/records', { first, count: PAGE_SIZE }),
  begin: (wanted: NewMatch) => post('/matches', wanted),
  host: (id: string, side: string) => post(matchPath(id, '/host'), { side }),
  seedDice: (id: string, side: string, words: string, commitment?: string) => post(matchPath(id, '/words'), { side, words, wait: 0, ...(commitment && { commitment }) }),
  giveDiceShare: (id: string, side: string, { die, block }: Pick<DiceSharesWanted, 'die' | 'block'>, given: { promise: string } | { part: string }) =>
    post(matchPath(id, '/part'), { side, die, block, wait: 0, ...given }),
  secret: (id: string, side: string, secret: string) => post(matchPath(id, '/secret'), { side, secret }),
  rename: (id: string, name: string) => send<'/matches/{match_id}', 'patch'>('PATCH', matchPath(id), { name }),
  /** `parting`: sent by a page that is being closed */
  remove: (id: string, keepalive = false) => call<unknown>(matchPath(id), { method: 'DELETE', keepalive }),
  exported: (id: string) => `/api${matchPath(id, '/export')}`,
  importMatch: (file: Blob) => call<ApiResponse<'/matches/import', 'post'>>('/matches/import', { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file }),
  pieces: (id: string): Promise<unknown> => get(matchPath(id, '/pieces')),
  matchView: async (id: string, side: Viewpoint, since: number, held?: string): Promise<MatchView> => {
    const data = await get(matchPath(id), { side, since, ...(held && { held }) })
    if ('order' in data) throw new ApiError(409, 'Add words for the dice first.', undefined, undefined, undefined, data)
    return data
  },
  log: (id: string, side: Viewpoint, since: number) => get(matchPath(id, '/log'), { side, since }),
  moment: (id: string, side: Viewpoint, seq: number) => get(matchPath(id, '/moment'), { side, seq }),
  act: (id: string, wanted: Schemas['ActRequest']) => post(matchPath(id, '/act'), { ...wanted, wait: 0 }),
  whyNot: (id: string, side: string, action: Action, after?: readonly Action[]) => post(matchPath(id, '/why_not'), { side, action, ...(after && { after }) }),
  names: (id: string, side: string, choices: readonly Action[]) => post(matchPath(id, '/names'), { side, choices }),
  lookahead: (id: string, side: string, runs: readonly (readonly Action[])[]) => post(matchPath(id, '/ahead'), { side, runs }),
  undo: (id: string, wanted: Schemas['UndoRequest']) => post(matchPath(id, '/undo'), { ...wanted, wait: 0 }),
  answerUndo: (id: string, side: string, word: UndoAnswer) => post(matchPath(id, '/undo_offer'), { side, word, wait: 0 }),
  withdraw: (id: string, wanted: Schemas['WithdrawRequest']) => post(matchPath(id, '/withdraw'), { ...wanted, wait: 0 }),
  resign: (id: string, side: string) => post(matchPath(id, '/resign'), { side }),
  draw: (id: string, side: string, word: Schemas['DrawRequest']['word']) => post(matchPath(id, '/draw'), { side, word, wait: 0 }),
  answerHints: (id: string, side: string, word: Schemas['HintConsentRequest']['word']) => post(matchPath(id, '/hints'), { side, word, wait: 0 }),
  /** claims the win because an opponent's time has run out, or gives the opponent `against` more time */
  time: (id: string, side: string, word: Schemas['TimeRequest']['word'], against = '') => post(matchPath(id, '/time'), { side, word, against, wait: 0 }),
  rematch: (id: string, side: string, word: RematchAnswer) => post(matchPath(id, '/rematch'), { side, word, wait: 0 }),
  chat: (id: string, side: string, since = 0) => get(matchPath(id, '/chat'), { side, since }),
  sendChat: (id: string, side: string, text: string, since: number) => post(matchPath(id, '/chat'), { side, text, since }),
  block: (id: string, side: string, against: string, blocked: boolean) => post(matchPath(id, '/chat/block'), { side, against, blocked }),
  report: (id: string, side: string, number: number) => post(matchPath(id, '/chat/report'), { side, number }),
  notes: (id: string, side: string) => get(matchPath(id, '/notes'), { side }),
  writeNotes: (id: string, side: string, text: string) => post(matchPath(id, '/notes'), { side, text }),
  seat: (id: string, side: string, player: string) => post(matchPath(id, '/seat'), { side, player, wait: 0 }),
  /** the odds of a decision; `begun`: the choices already made for it */
  odds: (id: string, side: string, begun: readonly Action[] = []) => get(matchPath(id, '/decision_odds'), { side, ...(begun.length && { begun: JSON.stringify(begun) }) }),
  /** the cost of each route of a unit, after the choices already made, in the game's own text */
  ways: <T>(id: string, side: string, begun: readonly Action[]) => get(matchPath(id, '/ways'), { side, begun: JSON.stringify(begun) }) as Promise<readonly T[]>,
  /** the choices that one press can fill in at a decision */
  helpers: (id: string, side: string) => get(matchPath(id, '/helpers'), { side }),
  standingOrders: (id: string, side: string) => get(matchPath(id, '/standing'), { side }),
  /** sets standing orders, or planned routes of units; null removes a plan */
  setStandingOrders: (id: string, side: string, wanted: Omit<Schemas['StandingOrdersRequest'], 'side'>) => post(matchPath(id, '/standing'), { side, ...wanted }),
  /** the troops, ships and places for a landing order, and an order worked out */
  landingOptions: (id: string, side: string) => get(matchPath(id, '/landing'), { side }),
  landing: (id: string, side: string, wanted: LandingRequest) => post(matchPath(id, '/landing'), { side, ...wanted }),
  /** battles of the turn with their odds, and the units that can reach a place, in the game's own text */
  battles: <T>(id: string, side: Viewpoint, loads: 'cheapest' | 'dearest') => get(matchPath(id, '/odds'), { side, loads }) as Promise<readonly T[]>,
  /** a battle by hand, without a match */
  oddsByHand: <T>(game: string, battle: Readonly<Record<string, unknown>>) => post(gamePath(game, '/odds'), { battle }) as Promise<T>,
  threats: <T>(id: string, side: Viewpoint, place: string) => get(matchPath(id, '/threats'), { side, place }) as Promise<Readonly<Record<string, readonly T[]>>>,
  /** the position, after the end also that after an entry of the log */
  position: (id: string, side: Viewpoint, seq?: number) => get(matchPath(id, '/position'), { side, ...(seq !== undefined && { seq }) }),
  checkPosition: (game: string, position: string) => post('/positions', { game, position }),
  verify: (id: string, commitment = '') => get(matchPath(id, '/verify'), { commitment }),
  /** plans for the decision of a side, or why there are none */
  hints: (id: string, side: string) => get(matchPath(id, '/hints'), { side }),
  /** how the game is won, the steps of the turn, tables */
  aid: (id: string, side: Viewpoint) => get(matchPath(id, '/aid'), { side }),
  /** the review of a match that is over, or of a side's choices before the end; or its progress */
  review: (id: string, side = '') => post((matchPath(id, '/review') + (side && queryString({ side }))) as '/matches/{match_id}/review', {}),
  /** comments and variations in the record of a match that is over */
  comments: (id: string) => get(matchPath(id, '/comments')),
  comment: (id: string, on: number, text: string, choices: readonly Action[] = []) => post(matchPath(id, '/comments'), { on, text, choices }),
  story: (id: string, side: Viewpoint) => get(matchPath(id, '/story'), { side }),
  /** who holds the seats; with the token of a link, what the link gives. Takes nothing. */
  seats: (id: string, token?: string) => get(matchPath(id, '/seats'), token === undefined ? undefined : { token }),
  /** takes the seats of a link, or without a token the seats that `take` allows */
  claim: (id: string, token?: string) => post(matchPath(id, '/claim'), token === undefined ? {} : { token }),
  /** the open challenges, the newest first */
  challenges: () => get('/challenges'),
  take: (id: string, side: string) => post(matchPath(id, '/take'), { side }),
  withdrawChallenge: (id: string) => call<unknown>(matchPath(id, '/challenge'), { method: 'DELETE' }),
  invite: (id: string, side: string) => post(matchPath(id, '/invitations'), { side }),
  inviteByMail: (id: string, side: string, address: string) => post(matchPath(id, '/invitations/mail'), { side, address }),
  /** takes a seat from its holder and gives a new link for it */
  reissue: (id: string, side: string) => post(matchPath(id, '/reissue'), { side }),
  withdrawLink: (id: string, side: string) => call<unknown>(matchPath(id, `/invitations/${encodeURIComponent(side)}`), { method: 'DELETE' }),
  deviceLink: (id: string) => post(matchPath(id, '/device_link'), {}),
  /** the sides that players have open, one for each page */
  sitting: (id: string) => get(matchPath(id, '/sitting')),
  /** which players have the match open, and when the others left */
  presence: (id: string) => get(matchPath(id, '/presence')),
  /** where this browser is notified that a game waits */
  contact: () => get('/contact'),
  setContact: (wanted: Schemas['ContactRequest']) => post('/contact', wanted),
  notify: (id: string) => get(matchPath(id, '/notify')),
  setNotify: (id: string, mode: Mode | null) => post(matchPath(id, '/notify'), { mode }),
  /** what the link in an email does */
  mailLink: (token: string) => get(`/mail/${encodeURIComponent(token)}` as '/mail/{token}'),
  followMailLink: (token: string, word: Schemas['MailLinkRequest']['word']) => post(`/mail/${encodeURIComponent(token)}` as '/mail/{token}', { word }),
  live: (id: string, side: Viewpoint, sits = '') =>
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api${matchPath(id, '/live')}${queryString({ side, mark: 1, chat: 1, ...(sits ? { sits } : {}) })}`,
}

/** An id for a submission, so that it is accepted only once however often it is sent. */
export const messageId = (): string =>
  globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
