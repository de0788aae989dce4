import type { Action, LogEntry, VisibleEvent } from '../../app/api'
import { sideName } from '../../board/sides'
import { counted, listed } from '../../lib/text'
import { frameOf, POWERS, sideOf, topFrame, type Facts, type FrameView, type WarView } from './play_view'
import type { Counts, Power } from './types'
import { capital, KINDS, kindText, pieceOf, pieceText, type Kind } from './unit_text'

export type FightKind = 'sea' | 'land' | 'raid'

/** Units of a power and kind in a battle: those left, those lost, and the dice of the round. */
export interface Fighter {
  id: string
  power: Power
  piece: string
  kind: Kind
  name: string
  /** units left, including those hit in this round */
  n: number
  /** hit in this round: they still fire before they are removed */
  hit: number
  /** lost since the battle began */
  lost: number
  /** damaged ships among two-hit ships */
  damaged: number
  /** the dice of the current round, each with the number it needed */
  dice: readonly { value: number; hit: boolean }[]
}

/** Units that hit on the same number. */
export interface Column {
  factor: number
  units: readonly Fighter[]
}

export interface Force {
  powers: readonly Power[]
  title: string
  columns: readonly Column[]
  dice: number
  hits: number
}

export interface CurrentBattle {
  kind: FightKind
  place: string
  round: number
  attacker: Force
  defender: Force
  steps: readonly { name: string; state: 'was' | 'now' | 'will' }[]
  /** lines for special rules: first strike, the first turn */
  notes: readonly string[]
}

/** The hits to take now, the side that takes them, and their source. */
export interface CasualtyChoice {
  attacking: boolean
  hits: number
  /** the hits of other classes that follow these */
  later: number
  what: string
  units: readonly CasualtyUnit[]
  /** units of the force that these hits cannot strike */
  ineligible: readonly IneligibleUnit[]
}

/** Units in the battle that these hits do not strike. */
export interface IneligibleUnit {
  id: string
  power: Power
  piece: string
  kind: Kind
  n: number
}

/** A stepper of losses; where units of one kind landed or came overland, each group has its own (8.8.5). */
export interface CasualtyUnit {
  /** power and kind, and `landed` for the units that landed */
  id: string
  power: Power
  kind: Kind
  name: string
  /** units left, and the hits that they can take */
  n: number
  most: number
  damaged: number
  taken: number
  word: string
}

const FIGHTS: Readonly<Record<string, FightKind>> = { sea_battle: 'sea', land_battle: 'land', raid: 'raid' }
const NOT_AT_SEA = new Set(['submerged'])
const ON_LAND = new Set(['infantry', 'marine', 'artillery', 'tank', 'fighter', 'bomber'])

/** The frame of the current battle; null outside a battle. */
export function battleFrame(view: WarView): { frame: FrameView; kind: FightKind; place: string } | null {
  for (const [procedure, kind] of Object.entries(FIGHTS)) {
    const frame = frameOf(view, procedure)
    if (frame) return { frame, kind, place: String(frame['zone'] ?? frame['land']) }
  }
  return null
}

const FIRST_STEPS = { sea: 'battle_opened', land: 'battle_opened', raid: 'battle_opened' } as const

/** Log entries since the current battle began. */
export function sinceOpened(log: readonly LogEntry[], place: string, kind: FightKind): readonly VisibleEvent[] {
  const events = log.flatMap((entry) => entry.events ?? [])
  const first = events.findLastIndex((event) => event.event === FIRST_STEPS[kind] && event['place'] === place)
  return first < 0 ? [] : events.slice(first + 1)
}

/** The current battle as the board shows it; null outside a battle. */
export function battleOf(view: WarView, facts: Facts, log: readonly LogEntry[]): CurrentBattle | null {
  const here = battleFrame(view)
  if (!here) return null
  const { frame, kind, place } = here
  const events = sinceOpened(log, place, kind)
  const side = String(frame['side'])
  const roundAt = events.findLastIndex((event) => event.event === 'combat_round')
  const fired = events.slice(roundAt + 1)
  const context: Context = { view, facts, place, kind, frame, fired, events, side }
  const attackers = POWERS.filter((power) => sideOf(power) === side)
  const defenders = POWERS.filter((power) => (power === 'japan') !== (side === 'japan'))
  return {
    kind, place, round: Number(frame['round'] ?? 0),
    attacker: forceOf(attackers, true, context), defender: forceOf(defenders, false, context),
    steps: stepsOf(context), notes: notesOf(context),
  }
}

interface Context {
  view: WarView
  facts: Facts
  place: string
  kind: FightKind
  frame: FrameView
  /** log entries since the round began */
  fired: readonly VisibleEvent[]
  events: readonly VisibleEvent[]
  side: string
}

// -- units present ----------------------------------------------------------------------------------------

/** The units of a power that fight, by kind; aircraft in the air keep their kind. */
export function fightingUnits(view: WarView, power: Power, place: string, kind: FightKind, attacking: boolean): Counts {
  const found: Record<string, number> = {}
  const add = (piece: string, n: number): void => void (found[piece] = (found[piece] ?? 0) + n)
  if (!attacking) {
    for (const [piece, n] of Object.entries(view.units[power][place] ?? {})) {
      if (kind === 'raid' ? piece === 'cap' || piece === 'fighter' : kind === 'land' ? ON_LAND.has(piece) : !NOT_AT_SEA.has(piece)) add(piece, n)
    }
    return found
  }
  const slot = power === 'china' ? 'china' : 'own'
  if (kind !== 'raid') {
    for (const [piece, n] of Object.entries(view.acted[slot][place] ?? {})) {
      const aboard = piece === 'fighter' || piece === 'bomber'
      if (!aboard && (kind === 'land' ? ON_LAND.has(piece) : !NOT_AT_SEA.has(piece))) add(piece, n)
    }
  }
  for (const [flight, n] of Object.entries(view.flying[slot][place] ?? {})) {
    const { kind: piece, task } = pieceOf(flight)
    if ((task === 'attack') === (kind !== 'raid')) add(piece, n)
  }
  return found
}

function forceOf(powers: readonly Power[], attacking: boolean, here: Context): Force {
  const struck = (here.frame['struck'] as readonly Counts[] | undefined) ?? []
  const columns = new Map<number, Fighter[]>()
  const present: Power[] = []
  let [dice, hits] = [0, 0]
  for (const power of powers) {
    const left = fightingUnits(here.view, power, here.place, here.kind, attacking)
    const lost = lostOf(power, here.events)
    const pieces = new Set([...Object.keys(left), ...Object.keys(lost)].map((piece) => (piece === 'battleship_hit' ? 'battleship' : piece)))
    if (pieces.size) present.push(power)
    const shown = shotsOf(power, attacking, here)
    for (const piece of pieces) {
      const damaged = piece === 'battleship' ? (left['battleship_hit'] ?? 0) : 0
      const units = (left[piece] ?? 0) + damaged
      const hit = (struck[POWERS.indexOf(power)]?.[piece] ?? 0) + (piece === 'battleship' ? (struck[POWERS.indexOf(power)]?.['battleship_hit'] ?? 0) : 0)
      const gone = (lost[piece] ?? 0) + (piece === 'battleship' ? (lost['battleship_hit'] ?? 0) : 0)
      const shots = shown.get(piece) ?? []
      const factors = factorsOf(piece, power, units, attacking, here, shots)
      for (const [at, { factor, n }] of factors.entries()) {
        const own = shots.filter((shot) => shot.factor === factor).flatMap((shot) => shot.dice)
        dice += own.length
        hits += own.filter((die) => die.hit).length
        const first = at === 0
        const fighter: Fighter = {
          id: `${power} ${piece}${first ? '' : ` ${factor}`}`, power, piece, kind: pieceOf(piece).kind as Kind, name: nameOf(piece, power, present.length > 1 || powers.length > 1),
          n, hit: first ? hit : 0, lost: first ? gone : 0, damaged, dice: own,
        }
        columns.set(factor, [...(columns.get(factor) ?? []), fighter])
      }
    }
  }
  const order = [...columns].toSorted(([a], [b]) => a - b).map(([factor, units]): Column => ({ factor, units: units.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)) }))
  const title = present.length ? listed(present.map((power) => sideName(power))) : sideName(sideOf(powers[0]!))
  return { powers: present, title, columns: order, dice, hits }
}

const nameOf = (piece: string, power: Power, several: boolean): string => {
  const { kind, load, patrol } = pieceOf(piece)
  const aboard = load.length ? ` +${load.length}` : patrol ? ', patrol' : ''
  return `${capital(kindText(kind, 1))}${aboard}${several && (power === 'china' || power === 'usa') ? '' : ''}`
}

/** Losses since the battle began. */
function lostOf(power: Power, events: readonly VisibleEvent[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const event of events) {
    if (event.event === 'lost' && event['power'] === power) found[String(event['piece'])] = (found[String(event['piece'])] ?? 0) + Number(event['number'])
  }
  return found
}

interface Shot {
  factor: number
  dice: readonly { value: number; hit: boolean }[]
}

/** The dice of a power in the current round, by kind. */
function shotsOf(power: Power, attacking: boolean, { fired, side }: Context): Map<string, Shot[]> {
  const found = new Map<string, Shot[]>()
  if ((sideOf(power) === side) !== attacking) return found
  for (const event of fired) {
    if (event.event !== 'fired' || event['power'] !== power) continue
    const piece = event['piece'] === 'battleship_hit' ? 'battleship' : String(event['piece'])
    const factor = Number(event['factor'])
    const dice = (event['dice'] as readonly number[]).map((value) => ({ value, hit: value <= factor }))
    found.set(piece, [...(found.get(piece) ?? []), { factor, dice }])
  }
  return found
}

/** The numbers on which units hit: as they fired in this round, else by their factors. */
function factorsOf(piece: string, power: Power, n: number, attacking: boolean, here: Context, shots: readonly Shot[]): { factor: number; n: number }[] {
  if (shots.length) {
    const factors = [...new Set(shots.map((shot) => shot.factor))].toSorted((a, b) => b - a)
    const many = (factor: number): number => shots.filter((shot) => shot.factor === factor).reduce((sum, shot) => sum + shot.dice.length, 0)
    if (factors.length === 1) return [{ factor: factors[0]!, n }]
    let left = n
    return factors.map((factor, at) => {
      const own = at === factors.length - 1 ? left : Math.min(left, many(factor))
      left -= own
      return { factor, n: own }
    })
  }
  const unit = here.facts.units.get(pieceOf(piece).kind)
  if (!unit) return [{ factor: 0, n }]
  if (!attacking) return [{ factor: defends(unit.defence, piece, power, here), n }]
  if (here.kind === 'raid') return [{ factor: piece === 'fighter' ? 1 : 0, n }]
  if (piece === 'destroyer_infantry') return [{ factor: Number(here.view.options?.['loaded_destroyer_attack'] ?? 0), n }]
  if (piece !== 'infantry' && piece !== 'marine') return [{ factor: unit.attack, n }]
  return supported(piece, power, n, unit.attack, here)
}

const defends = (factor: number, piece: string, power: Power, { view, kind }: Context): number => {
  const own = kind === 'raid' ? (piece === 'cap' ? 2 : 0) : factor
  return view.round === 1 && view.active === 'japan' && power !== 'china' ? Math.min(1, own) : own
}

/** 8.2.1, 8.9.5 Each artillery supports one infantry or marine; marines from the sea hit on 2. */
function supported(piece: string, power: Power, n: number, attack: number, here: Context): { factor: number; n: number }[] {
  const powers = POWERS.filter((one) => sideOf(one) === here.side)
  const counts = (one: Power): Counts => fightingUnits(here.view, one, here.place, here.kind, true)
  let guns = powers.reduce((sum, one) => sum + (counts(one)['artillery'] ?? 0), 0)
  const landed = (one: Power): number => Math.min(counts(one)['marine'] ?? 0, (here.frame['landed'] as readonly Counts[] | undefined)?.[one === 'china' ? 1 : 0]?.['marine'] ?? 0)
  for (const one of powers) {
    for (const kind of ['infantry', 'marine'] as const) {
      const there = counts(one)[kind] ?? 0
      const ashore = kind === 'marine' ? landed(one) : 0
      const best = here.view.options?.['marine_artillery'] === '2' ? 2 : 3
      const groups = [[there - ashore, attack, attack + 1], [ashore, 2, best]] as const
      const found: { factor: number; n: number }[] = []
      for (const [many, base, most] of groups) {
        const helped = most > base ? Math.min(many, guns) : 0
        guns -= helped
        if (helped) found.push({ factor: most, n: helped })
        if (many - helped) found.push({ factor: base, n: many - helped })
      }
      if (one === power && kind === piece) return merged(found, n, attack)
    }
  }
  return [{ factor: attack, n }]
}

function merged(found: readonly { factor: number; n: number }[], n: number, attack: number): { factor: number; n: number }[] {
  const by = new Map<number, number>()
  for (const one of found) by.set(one.factor, (by.get(one.factor) ?? 0) + one.n)
  return by.size ? [...by].map(([factor, many]) => ({ factor, n: many })).toSorted((a, b) => b.factor - a.factor) : [{ factor: attack, n }]
}

// -- the steps and special rules ---------------------------------------------------------------------------

const SEA_STEPS: readonly [upTo: number, name: string][] = [[3, 'Submarines'], [8, 'Attack fires'], [8, 'Losses'], [10, 'Defence fires'], [10, 'Losses'], [99, 'Retreat?']]

/** The steps of the round; those that cannot occur are absent. */
function stepsOf({ view, kind, frame, place, events, side }: Context): CurrentBattle['steps'] {
  const top = topFrame(view)?.procedure
  const losses = frameOf(view, 'losses')
  const next = Number(frame['next'] ?? 0)
  const [names, now] =
    kind === 'sea' ? atSea(top, losses, next, submarines(view, place, side) || events.some((event) => event.event === 'submerged'))
    : kind === 'land' ? onLand(top, losses, next, Number(frame['round'] ?? 0), events)
    : raiding(top, losses)
  return names.map((name, at) => ({ name, state: at < now ? 'was' : at === now ? 'now' : 'will' }))
}

const submarines = (view: WarView, place: string, side: string): boolean =>
  POWERS.some((power) => (fightingUnits(view, power, place, 'sea', sideOf(power) === side)['submarine'] ?? 0) > 0)

function atSea(top: string | undefined, losses: FrameView | undefined, next: number, subs: boolean): readonly [string[], number] {
  const names = SEA_STEPS.map(([, name]) => name).slice(subs ? 0 : 1)
  const shift = subs ? 0 : -1
  if (top === 'aftermath') return [names, 5 + shift]
  if (top === 'landing_lost') return [names, 4 + shift]
  if (losses) return [names, (losses['attacking'] ? 4 : next <= 3 ? 0 : 2) + shift]
  if (top === 'submerging') return [names, Math.max(0, (next <= 3 ? 0 : 3) + shift)]
  return [names, names.length - 1]
}

function onLand(top: string | undefined, losses: FrameView | undefined, next: number, round: number, events: readonly VisibleEvent[]): readonly [string[], number] {
  const opening = round <= 1
  const first = [...(opening && events.some((event) => event.event === 'aa_fired') ? ['AA fire'] : []), ...(opening && events.some((event) => event.event === 'bombarded') ? ['Bombardment'] : [])]
  const names = [...first, 'Attack fires', 'Losses', 'Defence fires', 'Losses', 'Retreat?']
  if (top === 'aftermath') return [names, names.length - 1]
  if (top === 'bombarding') return [['Bombardment', ...names], 0]
  if (losses) return [names, next === 1 ? names.indexOf('AA fire') : next === 2 ? names.indexOf('Bombardment') : first.length + (losses['attacking'] ? 3 : 1)]
  return [names, first.length]
}

function raiding(top: string | undefined, losses: FrameView | undefined): readonly [string[], number] {
  return [['Interceptors', 'Fire and losses', 'Bombs'], top === 'intercept' ? 0 : losses ? 1 : 2]
}

function notesOf({ view, facts, kind, frame, place, side, events }: Context): string[] {
  const notes: string[] = []
  if (view.round === 1 && side === 'japan') notes.push('Japan’s first turn: every Allied unit except the Chinese defends at 1 (8.13.1).')
  if (kind === 'sea') {
    const at = (attacking: boolean, piece: string): number =>
      POWERS.filter((power) => (sideOf(power) === side) === attacking).reduce((sum, power) => sum + (fightingUnits(view, power, place, 'sea', attacking)[piece] ?? 0), 0)
    if (at(true, 'submarine')) notes.push(frame['strike'] ? 'No enemy destroyer: attacking submarines strike first (8.5.1).' : 'A destroyer faces the submarines, so no first strike (8.5.1).')
    const unarmed = at(true, 'transport')
    if (unarmed) notes.push(`${unarmed} ${pieceText('transport', unarmed)} ${unarmed > 1 ? 'do' : 'does'} not fire.`)
  }
  for (const [event, who] of [['aa_fired', 'AA guns'], ['bombarded', 'Bombardment']] as const) {
    const fire = events.filter((one) => one.event === event)
    const dice = fire.flatMap((one) => one['dice'] as readonly number[]).length
    if (dice) notes.push(`${who}: ${counted(fire.reduce((sum, one) => sum + Number(one['hits']), 0), 'hit')} of ${counted(dice, 'die', 'dice')}.`)
  }
  if (kind === 'land' && facts.lands.get(place)?.ipc) notes.push(`${facts.name(place)} is worth ${facts.lands.get(place)!.ipc} IPC.`)
  return notes
}

// -- losses ----------------------------------------------------------------------------------------------------

/** The hits assigned so far, by stepper id. */
export type Losses = Readonly<Record<string, number>>
export const lossesOf = (draft: unknown): Losses => (draft as { lose?: Losses } | null)?.lose ?? {}

const CLASSES: Readonly<Record<string, string>> = {
  any: '', ships: 'Submarines hit only ships', no_submarines: 'Without a destroyer, aircraft cannot hit submarines', aircraft: 'AA guns hit only aircraft',
  raiders: 'Only bombers and escorts can be hit', interceptors: 'Only interceptors can be hit',
}

/** The hits to assign now, with those assigned so far; null where no losses are asked for. */
export function casualtyChoiceOf(view: WarView, choices: readonly Action[], losses: Losses): CasualtyChoice | null {
  const top = topFrame(view)
  if (top?.procedure !== 'losses') return null
  const here = battleFrame(view)
  const struck = (here?.frame['struck'] as readonly Counts[] | undefined) ?? []
  const attacking = Boolean(top['attacking'])
  const hits = Number(top['hits'])
  const all = view.frames.filter((frame) => frame.procedure === 'losses').reduce((sum, frame) => sum + Number(frame['hits']), 0)
  const left = (power: Power, piece: string): number =>
    (fightingUnits(view, power, String(top['place']), here?.kind ?? 'land', attacking)[piece] ?? 0) - (struck[POWERS.indexOf(power)]?.[piece] ?? 0)
  const ashore = (power: Power, piece: string): number => (here?.frame['landed'] as readonly Counts[] | undefined)?.[power === 'china' ? 1 : 0]?.[piece] ?? 0
  const ids = [...new Set(choices.flatMap(([verb, power, piece]) =>
    verb === 'lose' ? [`${power} ${piece === 'battleship_hit' ? 'battleship' : piece}`] : verb === 'lose_landed' ? [`${power} ${piece} landed`] : []))]
  const several = new Set(ids.map((id) => id.split(' ')[0])).size > 1
  const units = ids.map((id): CasualtyUnit => {
    const [power, piece, landed] = id.split(' ') as [Power, string, string?]
    const damaged = piece === 'battleship' ? left(power, 'battleship_hit') : 0
    const mixed = ids.includes(`${power} ${piece} landed`)
    const whole = landed ? ashore(power, piece) : left(power, piece) - (mixed ? ashore(power, piece) : 0)
    const two = piece === 'battleship'
    const most = (two ? 2 * whole : whole) + damaged
    const taken = Math.min(losses[id] ?? 0, most)
    const name = `${capital(pieceText(piece))}${mixed ? (landed ? ', landed' : ', overland') : ''}${several ? ` of ${sideName(power)}` : ''}`
    return { id, power, kind: pieceOf(piece).kind as Kind, name, n: whole + damaged, most, damaged, taken, word: fate(two, whole, damaged, taken) }
  })
  const order = (a: { kind: Kind }, b: { kind: Kind }): number => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)
  const side = String(here?.frame['side'] ?? '')
  const ineligible = POWERS.filter((power) => (sideOf(power) === side) === attacking && (attacking || (power === 'japan') !== (side === 'japan'))).flatMap((power) =>
    Object.keys(fightingUnits(view, power, String(top['place']), here?.kind ?? 'land', attacking)).flatMap((piece): IneligibleUnit[] => {
      const id = `${power} ${piece === 'battleship_hit' ? 'battleship' : piece}`
      const n = left(power, piece)
      return n > 0 && !ids.includes(id) ? [{ id: `${power} ${piece}`, power, piece, kind: pieceOf(piece).kind as Kind, n }] : []
    }))
  return { attacking, hits, later: all - hits, what: CLASSES[String(top['kind'])] ?? '', units: units.toSorted(order), ineligible: ineligible.toSorted(order) }
}

/** The effect of a number of hits on units. */
function fate(two: boolean, whole: number, damaged: number, taken: number): string {
  const n = whole + damaged
  if (!taken) return n === 1 ? (damaged ? 'damaged, stays' : 'stays') : damaged ? `all stay, ${damaged} damaged` : n === 2 ? 'both stay' : 'all stay'
  const lost = two ? Math.max(0, taken - whole) : taken
  const hurt = two ? damaged + Math.min(taken, whole) - lost : 0
  return [lost ? (lost === n ? (n === 1 ? 'lost' : `all ${n} lost`) : `${lost} lost, ${n - lost} left`) : '', hurt ? (n === 1 ? 'damaged' : `${hurt} damaged`) : ''].filter(Boolean).join('; ')
}

export const placed = ({ units }: CasualtyChoice): number => units.reduce((sum, unit) => sum + unit.taken, 0)

/** The choices that take the assigned hits: a first hit damages a battleship, a second sinks it. Units lost to the last one come
 * last, so that a choice remains until the end: a loss without a choice is not asked for. */
export const lossChoices = ({ units }: CasualtyChoice): Action[] =>
  units.toSorted((a, b) => turnOf(a) - turnOf(b)).flatMap(({ id, taken, n, damaged }) => {
    const [power, piece, landed] = id.split(' ') as [string, string, string?]
    if (piece !== 'battleship') return Array.from({ length: taken }, (): Action => [landed ? 'lose_landed' : 'lose', power, piece])
    const hurt = Math.min(taken, n - damaged)
    const sunk = units.length > 1 ? taken - hurt : 0
    return [...Array.from({ length: hurt }, (): Action => ['lose', power, 'battleship']), ...Array.from({ length: sunk }, (): Action => ['lose', power, 'battleship_hit'])]
  })

/** Kinds with units left first, then those lost completely: of these landed units first, because they are then distinguished. */
const turnOf = ({ id, taken, most }: CasualtyUnit): number => (taken < most ? 0 : id.endsWith(' landed') ? 1 : 2)

/** The units left to the side that is hit after the assigned hits and one more hit on a unit. */
export function leftAfter(taking: CasualtyChoice, id?: string): string {
  const by = new Map<string, number>()
  for (const [n, unit] of unitsLeft(taking, id)) by.set(unit.split(' ')[1]!, (by.get(unit.split(' ')[1]!) ?? 0) + n)
  return [...by].map(([piece, n]) => (n === 1 ? shortText(piece) : `${n} ${shortText(piece, n)}`)).join(', ') || 'nothing'
}

/** The same as numbers, by stepper id, else by power and kind. */
function unitsLeft({ units, ineligible }: CasualtyChoice, id?: string): (readonly [n: number, unit: string])[] {
  const struck = units.map((unit) => {
    const taken = unit.taken + Number(unit.id === id)
    const lost = unit.id.endsWith(' battleship') ? Math.max(0, taken - (unit.n - unit.damaged)) : taken
    return [unit.n - lost, unit.id] as const
  })
  return [...struck, ...ineligible.map((one) => [one.n, one.id] as const)].filter(([n]) => n > 0)
}

const MAX_FACTORS = 8

/** The units left by the number they hit on, after the assigned hits and one more on a unit: "4 4 4 3 3"; empty if there are too many. */
export function factorsLeft(taking: CasualtyChoice, force: Force, id?: string): string | null {
  const able = new Map<string, number[]>()
  for (const { factor, units } of force.columns.toReversed()) {
    for (const unit of units) able.set(`${unit.power} ${unit.piece}`, [...(able.get(`${unit.power} ${unit.piece}`) ?? []), ...Array<number>(Math.max(0, unit.n)).fill(factor)])
  }
  const firing = (unit: string): number[] => {
    const all = able.get(unit.replace('battleship_hit', 'battleship').replace(/ landed$/, '')) ?? []
    const landed = taking.units.find((one) => one.id === `${unit.replace(/ landed$/, '')} landed`)?.n ?? 0
    return unit.endsWith(' landed') ? all.slice(all.length - landed) : all.slice(0, all.length - landed) // 8.9.5 the bonus of landed units to their hit number
  }
  const left = unitsLeft(taking, id).flatMap(([n, unit]) => firing(unit).slice(0, n)).filter(Boolean).toSorted((a, b) => b - a)
  return left.length <= MAX_FACTORS ? left.join(' ') || 'none' : null
}

/** A short text for a unit: "transport +2", "fighter, patrol". */
export function shortText(piece: string, n = 1): string {
  const { kind, load, patrol, damaged } = pieceOf(piece)
  return `${damaged ? 'damaged ' : ''}${kindText(kind, n)}${load.length ? ` +${load.length}` : ''}${patrol ? ' on patrol' : ''}`
}
