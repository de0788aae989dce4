import type { Action } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { MatchStore } from '../../app/game'
import { counted, listed, listedShort, together } from '../../lib/text'
import { isHex } from './grid'
import { loadPerUnit, handles, lengthBetween, loads, QUARTERS, usedOf, type MerchantLink, type Need } from './links'
import { endName, linkName, whereShip } from './play_prompts'
import { capital, type KnownPosition } from './play_view'
import type { Side } from '../../board/types'

/** The texts and acts of the panel of links (15.0): the needs of each place, the load of each link, and the acts that may change it now. */

/** An act of the panel: choices to submit, or the first parts of one. */
export interface LinkAct {
  id: string
  label: string
  note?: string
  choice?: Action
  begins?: readonly Pick[]
}

/** "Guadalcanal uses 3 LP a Cycle". */
export const needHead = ({ at, uses }: Need, { facts }: KnownPosition): string => `${facts.placeName(at)} uses ${uses} LP a Cycle`

/** What supplies a place: "Link 2 from Truk carries 2 LP: 1 LP short. Stores last 4 Game-Turns." */
export function needText({ uses, stores, source, chain }: Need, position: KnownPosition): string {
  const last = Math.floor(stores / uses)
  const stored = stores ? `Stores last ${counted(last, 'Game-Turn')}.` : ''
  if (!chain || !source) return stored ? `No link carries supply there. ${stored}` : 'No link carries supply there, and no stores are near.'
  const short = QUARTERS * uses - chain.carries
  const names = listed(chain.links.map(({ id }) => linkName(id)))
  return [`${names} from ${endName(source, position)} ${chain.links.length > 1 ? 'carry' : 'carries'} ${loads(chain.carries)} LP${short > 0 ? `: ${loads(short)} LP short` : ''}.`, stored].filter(Boolean).join(' ')
}

/** Whether the links to a place carry less than it needs. */
const lacksLink = ({ uses, chain }: Need): boolean => (chain?.carries ?? 0) < QUARTERS * uses
const GAME_TURNS_A_CYCLE = 4
/** Whether a place gets less than it needs, and has no stores for a Cycle. */
export const isShort = (need: Need): boolean => lacksLink(need) && need.stores < GAME_TURNS_A_CYCLE * need.uses

/** 14.1, 15.3 The end of a link that handles the smallest amount, and that amount. */
const tightest = ({ ends, side }: MerchantLink, position: KnownPosition): readonly [end: string, handled: number] =>
  ends.map((end) => [end, handles(position, side, end)] as const).toSorted((a, b) => a[1] - b[1])[0]!

/** The lines about a link: its load, its users, its free capacity, its escorts and losses. */
export function linkLines(link: MerchantLink, needs: readonly Need[], position: KnownPosition): string[] {
  const lost = link.lost ? [`Lost: ${counted(link.lost, 'level')} of damage.`] : []
  if (!link.own) return [link.length ? `${counted(link.length, 'hex', 'hexes')} long.` : 'No open path.', ...lost]
  const { merchants, escorts, joining, carries, planned, spent } = link.own
  const users = needs.filter(({ chain }) => chain?.links.some(({ id }) => id === link.id))
  const used = usedOf(link, needs)
  const [tight, handled] = tightest(link, position)
  const free = Math.max(Math.min(carries, handled) - used, 0)
  const by = users.length ? `Used: ${loads(used)} LP, by ${listedShort(users.map(({ at, uses }) => `${position.facts.placeName(at)} (${uses})`))}.` : 'Nothing uses it.'
  return [
    link.length ? `${counted(link.length, 'hex', 'hexes')} long. ${counted(merchants.length, 'merchant unit')}: ${loads(carries)} LP a Cycle each way.` : 'No open path: it carries nothing.',
    `${by} Free: ${loads(free)} LP.`,
    ...(handled < carries ? [`${capital(endName(tight, position))} handles ${loads(handled)} LP a Cycle.`] : []),
    ...(spent[0] || spent[1] ? [`Sent in this Cycle: ${loads(spent[0])} LP out, ${loads(spent[1])} LP back.`] : []),
    ...(joining ? [`${counted(joining, 'merchant unit')} ${joining === 1 ? 'joins' : 'join'} it after a Game-Turn in port: ${loads(planned)} LP then.`] : []),
    escorts.length ? `Escorts: ${together(escorts.map(({ type }) => type)).join(', ')}.` : 'No escorts.',
    ...lost,
  ]
}

/** The choices of a verb in the open question. */
const choicesOf = (store: MatchStore, verb: string): readonly Action[] => store.choices.filter((choice) => choice[0] === verb)

/** The first choice of each group of equal ships, with the number in it. */
function grouped(choices: readonly Action[], position: KnownPosition, key: (choice: Action) => string): { choice: Action; type: string; many: number }[] {
  const groups = new Map<string, Action[]>()
  for (const choice of choices) {
    const type = position.facts.ships.get(choice[1]!)?.type ?? ''
    groups.set(`${type} ${key(choice)}`, [...(groups.get(`${type} ${key(choice)}`) ?? []), choice])
  }
  return [...groups.values()].map((all) => ({ choice: all.toSorted((a, b) => position.damage(a[1]!) - position.damage(b[1]!))[0]!, type: position.facts.ships.get(all[0]![1]!)?.type ?? '', many: all.length }))
    .toSorted((a, b) => Number(b.type === 'MS') - Number(a.type === 'MS'))
}

/** 15.4, 15.8 Ships that may join a link, or leave it. */
export function shipActs(store: MatchStore, position: KnownPosition, link: string): LinkAct[] {
  const joins = grouped(choicesOf(store, 'join_link').filter(([, , to]) => to === link), position, ([, ship]) => whereShip(ship!, position))
  const leaves = grouped(choicesOf(store, 'leave_link').filter(([, ship]) => position.value('ship_link', ship!) === link), position, ([, , at]) => at!)
  return [
    ...joins.map(({ choice, type, many }) => ({ id: choice.join(' '), label: `Assign ${type} from ${whereShip(choice[1]!, position) || 'another link'}`, note: `${many} there`, choice })),
    ...leaves.map(({ choice, type }) => ({ id: choice.join(' '), label: `Take ${type} off, to ${position.facts.placeName(choice[2]!)}`, choice })),
  ]
}

const NEAREST = 3
/** "41 hexes, 9 LP for each merchant unit". */
const service = (length: number): string => `${counted(length, 'hex', 'hexes')}, ${loadPerUnit(length)} LP a merchant unit`

/** The shortest links that a verb lays, by the length of each. */
function shortest(choices: readonly Action[], position: KnownPosition, side: Side): { choice: Action; length: number }[] {
  return choices.map((choice) => ({ choice, length: lengthBetween(position, side, choice[1]!, choice[2]!) })).filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length).slice(0, NEAREST)
}

/** 15.2, 15.6 The acts for a place: laying links to it, and sending cargo there. */
export function needActs(store: MatchStore, position: KnownPosition, need: Need, side: Side): LinkAct[] {
  const { facts } = position
  const laid = lacksLink(need) ? shortest(choicesOf(store, 'lay_link').filter(([, , to]) => to === need.at), position, side) : []
  const sent = [...new Set(choicesOf(store, 'consign_stores').flatMap(([, at, to]) => (to === need.at ? [at!] : [])))]
  const drawn = choicesOf(store, 'draw_stores').some(([, to]) => to === need.at)
  return [
    ...laid.map(({ choice, length }) => ({ id: choice.join(' '), label: `Lay a link from ${facts.placeName(choice[1]!)}`, note: service(length), choice })),
    ...(drawn ? [{ id: `draw ${need.at}`, label: 'Draw stores from off the map', begins: [{ verb: 'draw_stores' }, { id: need.at, at: 0 }] }] : []),
    ...sent.slice(0, NEAREST).map((at) => ({ id: `send ${at} ${need.at}`, label: `Send stores from ${facts.placeName(at)}`, begins: [{ verb: 'consign_stores' }, { id: at, at: 0 }, { id: need.at, at: 1 }] })),
  ]
}

/** 15.31 The shortest links to an edge of the map. */
export const edgeActs = (store: MatchStore, position: KnownPosition, side: Side): LinkAct[] =>
  shortest(choicesOf(store, 'lay_to_edge'), position, side).map(({ choice, length }) => ({ id: choice.join(' '), label: `Lay a link from ${position.facts.placeName(choice[1]!)} to ${endName(choice[2]!, position)}`, note: service(length), choice }))

/** "Brisbane to the east edge", and the place that a press shows; undefined for edges only. */
export const linkPlace = ({ ends }: MerchantLink): string | undefined => ends.find(isHex)
export const linkHead = ({ id, ends }: MerchantLink, position: KnownPosition): string => capital(`${linkName(id)}: ${ends.map((end) => endName(end, position)).join(' to ')}`)
