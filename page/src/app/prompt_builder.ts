import { isSide, theSide } from '../board/sides'
import type { Side } from '../board/types'
import { OTHER_ROW } from '../frame/slots'
import type { ChoiceButton } from '../frame/types'
import { screen } from '../lib/screen.svelte'
import { counted, listed } from '../lib/text'
import type { Action, LogEntry } from './api'
import { selectableIds, type Pick } from './choices'
import { asOne, fitsPrompt, inOneSentence, inTwoLines } from './prompt_text'
import { withConfirmations } from './confirmations'
import type { DraftPrompt, MatchStore, StoryLine } from './game'
import type { PromptActions, PromptWithActions } from './prompt'
import { rollAnnouncement } from './rolls'
import { listedMoves, moves } from './moves_card.svelte'
import { go } from './router.svelte'
import { mayPlayAgain, plural, wins } from './teams'
import { durationText } from './presence_text'
import { withFile } from './by_file.svelte'

const MAX_FULL_LABELS = 3 // values for which the whole choice is the button's label

/** A choice as text after others: in lower case, unless it begins with the name of a unit. */
function within(store: MatchStore, text: string): string {
  const { units = [] } = (store.pieces ?? {}) as { units?: readonly { name: string }[] }
  return units.some(({ name }) => text.startsWith(`${name} `)) ? text : text.replace(/^./, (c) => c.toLowerCase())
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const asSide = (side: string | null | undefined): Side | undefined => (isSide(side) ? side : undefined)

/** The present question, its buttons, and their actions. */
export function promptOf(store: MatchStore): PromptWithActions {
  const now = currentPrompt(store)
  const shown = store.hint?.fresh ? store.hint.applyTo(now) : now
  const over = store.playback?.pastSeq == null ? store.turns.offered : null
  if (!over) return shown
  // A label has at most 24 characters.
  const button = { id: 'turns', label: `${over.title.split(',')[0]!.replace(/^Game-/, '')} in summary`, key: 'T', icon: 'turns' }
  return { prompt: { ...shown.prompt, quiet: [...(shown.prompt.quiet ?? []), button] }, acts: { ...shown.acts, turns: () => store.turns.open() } }
}

function currentPrompt(store: MatchStore): PromptWithActions {
  const { playback } = store
  if (playback && playback.pastSeq !== null) return lookingBack(store, playback.pastSeq)
  if (playback?.waiting.length) return catchingUp(store)
  if (store.matchView.over) return withFile(store, over(store))
  if (store.decision) return deciding(store)
  return withFile(store, waiting(store))
}

function lookingBack(store: MatchStore, seq: number): PromptWithActions {
  const playback = store.playback!
  const entry = playback.observation.log.find((one) => one.seq === seq)
  const when = store.game.timeline(store).when.get(seq)
  const [before, after] = [playback.beside(-1), playback.beside(1)]
  return {
    prompt: {
      sentence: `Looking back${when ? ` at ${longDate(when).replace(/\.$/, '')}` : ''}.`,
      subline: entry ? store.game.headline(entry) : undefined,
      choices: [
        { id: 'earlier', label: 'Earlier', key: '[', icon: 'earlier', missing: before === null ? 'this is the beginning' : undefined },
        { id: 'later', label: 'Later', key: ']', icon: 'later', missing: after === null ? 'this is the last entry' : undefined },
        { id: 'now', label: 'Return to now', weight: 'primary', key: 'Esc' },
      ],
      waiting: true,
    },
    acts: {
      earlier: () => playback.lookTo(before),
      later: () => playback.lookTo(after),
      now: () => playback.lookTo(null),
    },
  }
}

const longDate = (when: string): string => when.replace(/^op /, 'operation ').replace(/^T(\d+) /, 'turn $1: ')

function catchingUp(store: MatchStore): PromptWithActions {
  const playback = store.playback!
  const { entries, dice, combined } = playback.waiting[0]!
  const entry = asOne(entries)
  const inText = inOneSentence(store, playback.waiting[0]!)
  const rest = playback.waiting.length - 1
  const more = rest ? `${counted(rest, 'more report')}.` : undefined
  const said: { sentence: string; subline?: string; roll?: string } = dice ? diceSaid(store, entry) : inText === null ? listSaid(store, entries) : inTwoLines(inText, more)
  const onward = rest ? 'Next' : 'Continue'
  const held = dice && playback.dice !== 'lying'
  const card = screen.form === 'phone' && listedMoves(store).length ? [{ id: 'moves', label: moves.openOnPhone ? 'Show the map' : 'What happened', icon: moves.openOnPhone ? 'chart' : 'list' }] : []
  return {
    prompt: {
      side: asSide(entry.side),
      who: entry.side === store.mine ? 'You' : capital(store.title(entry.side ?? '')),
      subline: more,
      clauses: entry.events?.[0]?.clause ? [{ clause: entry.events[0].clause }] : [],
      choices: [
        ...(combined && entries.length > 1 ? [{ id: 'steps', label: 'Step through', key: '.' }] : playback.stepped ? [{ id: 'earlier', label: 'Step back', key: ',' }] : []),
        held ? { id: 'next', label: said.roll ?? 'Show all dice', key: 'D', weight: 'primary' } : { id: 'next', label: onward, key: 'N', weight: 'primary' },
      ],
      quiet: [...(rest && !dice && !combined ? [{ id: 'run', label: playback.playing ? 'Stop' : 'Play', key: 'Y' }] : []), ...(rest || held ? [{ id: 'skip', label: 'Skip', key: 'S' }] : []), ...card],
      waiting: true,
      sentence: said.sentence,
      ...(said.subline && { subline: said.subline }),
    },
    acts: {
      next: () => (dice || playback.play(false), playback.next()),
      steps: () => playback.stepThrough(),
      earlier: () => playback.stepBack(),
      run: () => playback.play(),
      skip: () => playback.skip(),
      moves: () => (moves.openOnPhone = !moves.openOnPhone),
    },
  }
}

/** The text for dice: before they are rolled, the owner; while they turn, nothing; then the result. */
function diceSaid(store: MatchStore, entry: LogEntry): { sentence: string; roll?: string } {
  const rolls = store.game.rolls!(entry, store.pieces)!
  const { dice } = store.playback!
  if (dice === 'lying') return { sentence: rolls.outcome ?? store.game.headline(entry) }
  if (dice === 'falling') return { sentence: 'The dice are rolling.' }
  return { sentence: rolls.announcement ?? rollAnnouncement(rolls), roll: `Roll ${rolls.what}` }
}

/**
 * The text for a list beside the board, with or without arrows: the result of the user's own choice, or the number
 * of acts of others.
 */
function listSaid(store: MatchStore, entries: readonly LogEntry[]): { sentence: string; subline?: string } {
  const lines = store.game.storyLines?.(entries, store.pieces) ?? []
  const lost = lossesSaid(lines.filter((line) => line.id.endsWith('lost')))
  const sides = [...new Set(entries.flatMap((one) => one.side ?? []))]
  const told = lines.filter((line) => !line.id.endsWith('lost'))
  const n = told.length || entries.length
  if (sides.length === 1 && sides[0] === store.mine) {
    const headline = store.game.headline(asOne(entries))
    const { sentence, subline } = inTwoLines(headline)
    return fitsPrompt(sentence, subline) ? { sentence, subline: subline ?? lost } : { sentence: `Your choice led to ${counted(n, 'report')}.`, subline: lost }
  }
  // A choice is one move, also if its forces then return; a choice taken back is none.
  const back = new Set(entries.flatMap((entry) => (entry.act === 'choice' ? [] : entry.seq)))
  const moved = new Set(told.map(({ seq }) => seq).filter((seq) => !back.has(seq))).size || entries.length
  const sentence = sides.length === 1 ? `${capital(store.title(sides[0]!))} made ${counted(moved, 'move')}.` : `${counted(n, 'report')} since your last choice.`
  return { sentence, subline: lost }
}

/** The lost units by name, or else how many each side lost. */
function lossesSaid(lines: readonly StoryLine[]): string | undefined {
  const named = lines.map(({ text }) => text).join(' ')
  if (!named || fitsPrompt('', named)) return named || undefined
  return lines.map(({ who, units = [] }) => `${capital(who ? theSide(who) : '')} lost ${counted(units.length, 'unit')}.`).join(' ')
}

/** Plays again with sides swapped: at once, or after the players on other screens have agreed. */
function playAgainChoice(store: MatchStore): ChoiceButton[] {
  const { rematch, seats } = store.matchView
  const button = { key: '3', icon: 'turns' }
  if (rematch && store.persons.length) return rematch.accepted.length || rematch.next ? [] : [{ id: 'rematch', label: 'Offer a rematch', ...button }]
  return mayPlayAgain(seats, store.persons, store.seats.host) ? [{ id: 'again', label: 'Play again, change sides', ...button }] : []
}

function over(store: MatchStore): PromptWithActions {
  const { result } = store.matchView
  const winners = result?.winners ?? []
  const [winner] = winners
  const who = winner && capital(listed(winners.map((side) => store.title(side))))
  const sentence = !result ? 'The match is over.' : who ? `${who} ${wins(winners.map((side) => store.title(side)))}.` : 'A draw.'
  return {
    prompt: {
      side: asSide(winner),
      who: winners.some((side) => side === store.mine) ? 'You' : who,
      sentence,
      subline: result ? `${capital(result.why)}.` : undefined,
      choices: [
        { id: 'replay', label: 'Replay', key: '1' },
        { id: 'verify', label: 'Check dice', key: '2' },
        ...playAgainChoice(store),
        { id: 'story', label: 'How it went', key: '4', weight: 'primary' },
      ],
    },
    acts: { rematch: () => void store.answerRematch(store.persons[0]!, 'offer'), story: () => go({ page: 'story', id: store.id }), replay: () => (store.playback?.lookTo(1), store.playback?.play(true)) },
  }
}

function waiting(store: MatchStore): PromptWithActions {
  const { matchView } = store
  const [who] = matchView.waiting
  const name = who ? capital(who.title) : ''
  const verb = who && plural(who.title) ? 'choose' : 'chooses'
  const sentence = store.curtainSide
    ? `${capital(store.title(store.curtainSide))} must choose in secret.`
    : who
      ? `${name} ${verb}.`
      : 'Loading the position.'
  return {
    prompt: {
      side: asSide(who?.side),
      who: name,
      sentence,
      clauses: matchView.clause_now ? [{ clause: matchView.clause_now }] : [],
      subline: who?.thinking ? 'The computer is thinking.' : store.seating === 'watching' ? watching(store) : undefined,
      quiet: store.mine && (matchView.by_file || store.seating === 'alone') ? takeBack(store, store.mine) : [],
      waiting: true,
    },
    acts: store.mine ? { undo: () => void store.undo(store.mine!, store.lastActSize(store.mine!)), undo_one: () => void store.undo(store.mine!) } : {},
  }
}

// -- a decision ------------------------------------------------------------------------------------------

function deciding(store: MatchStore): PromptWithActions {
  const decision = store.decision!
  const { game, picks } = store
  const acts: PromptActions = {
    undo: () => void store.undo(decision.side, store.lastActSize(decision.side)),
    undo_one: () => void store.undo(decision.side),
    back: () => void store.back(),
    cover: () => (store.uncoveredSide = null),
    withdraw: () => store.withdrawal && void store.withdraw(decision.side, store.withdrawal.seq),
  }
  const asked = store.question
  const filling = picks.length || store.covered ? null : (game.draftPrompt?.(store) ?? null)
  const choices = store.covered ? covered(store, acts) : filling ? filled(filling, acts) : buttons(store, acts)
  const verb = picks.find((pick) => 'verb' in pick)?.verb ?? ('verb' in asked && typeof asked.verb === 'string' ? asked.verb : null)
  const about = picks.length && verb ? game.verbHelp?.(verb) : undefined
  const clause = about?.clause ?? decision.clause
  const sentence =
    picks.length && asked.kind !== 'none' ? game.askNext(picks, asked.kind, verb, store) : (filling?.sentence ?? (store.covered ? undefined : game.question?.(store)) ?? decision.prompt)
  const gates = withConfirmations(store, choices, acts)
  return {
    prompt: {
      side: asSide(decision.side),
      who: store.seating === 'shared' ? capital(store.title(decision.side)) : 'You',
      sentence: gates.sentence ?? sentence,
      short: gates.sentence ? gates.short : sentence === decision.prompt ? game.shortQuestion?.(store) : filling?.short,
      subline: gates.subline ?? filling?.subline ?? [game.subline(store.view, decision, store), about?.text].filter(Boolean).join(' '),
      clauses: [{ clause, title: store.clauses.find((c) => c.id === clause)?.title }],
      choices: gates.choices,
      quiet: gates.sentence ? [] : [
        ...(picks.length || filling?.hasSelection ? [{ id: 'back', label: 'Cancel', key: 'Esc', icon: 'undo' }] : takeBack(store, decision.side)),
        ...(store.withdrawal ? [{ id: 'withdraw', label: 'Withdraw', note: within(store, store.withdrawal.text ?? ''), key: 'W', row: OTHER_ROW }] : []),
        ...(store.uncoveredSide ? [{ id: 'cover', label: 'Cover', key: 'C', icon: 'hidden' }] : []),
      ],
      refusal: store.notices.refusal ?? undefined,
    },
    acts,
  }
}

/** The game's own question, with its own buttons. */
function filled(filling: DraftPrompt, acts: PromptActions): ChoiceButton[] {
  return filling.buttons.map(({ act, ...button }) => {
    acts[button.id] = act
    return button
  })
}

/** On a shared screen: the units that may act, verbs without arguments, and a button that shows the rest while the other player
 * looks away. */
function covered(store: MatchStore, acts: PromptActions): ChoiceButton[] {
  acts['show'] = () => (store.choicesShown = true)
  const show = { id: 'show', label: 'Show choices', note: 'they may reveal secrets' }
  if (store.picks.length) return [show]
  const plain = store.choices.filter((choice) => choice.length === 1)
  const actors = [...selectableIds(store.choices, [])].toSorted()
  return [
    ...actors.map((id) => {
      acts[`value ${id}`] = () => store.pick({ id }, false)
      return { id: `value ${id}`, row: 'Who acts', ...store.game.value(id, '', 0, store) }
    }),
    ...plain.map((choice) => {
      acts[choice[0]!] = () => void store.submit([choice])
      return { id: choice[0]!, label: store.game.choice(choice, () => store.nameOf(choice)), ...store.game.buttonStyle(choice[0]!) }
    }),
  ]
}

function buttons(store: MatchStore, acts: PromptActions): ChoiceButton[] {
  const order = store.game.draftSubmission(store)
  if (!order) return offered(store, acts)
  acts['order'] = () => void store.submit(order.choices)
  const { label, missing } = order
  const others = offered(store, acts)
  // The button that ends the step keeps its key.
  return [...others, { id: 'order', label, missing, key: others.some(({ key }) => key === 'D') ? undefined : 'D', weight: 'primary' }]
}

/** The choices as buttons: whole ones in full, else verbs, else the values of the next argument. */
function offered(store: MatchStore, acts: PromptActions): ChoiceButton[] {
  const { game, question: asked, picks } = store
  // A choice filled in on the page has no separate button.
  const filled = (verb: string): boolean => !picks.length && game.isBatched(verb)
  const wholeChoice = (action: Action): ChoiceButton => {
    const id = action.join(' ')
    acts[id] = () => void store.submit([action])
    const row = action.length === 1 ? undefined : game.verb(action[0]!)
    return { id, row, label: game.choice(action, () => store.nameOf(action)), ...game.buttonStyle(action.length === 1 ? action[0]! : '') }
  }
  const part = (id: string, pick: Pick): string => {
    acts[id] = () => store.pick(pick, 'id' in pick)
    return id
  }
  switch (asked.kind) {
    case 'whole': {
      const [only, ...others] = asked.choices
      if (only && !others.length && picks.length && game.onlyChoiceButton) return [{ ...wholeChoice(only), row: undefined, ...game.onlyChoiceButton(only) }]
      // Two verbs for the pressed thing: a button each, with its target or tool below.
      if (only && others.length === 1 && picks.length && game.onlyChoiceButton && only[0] !== others[0]![0]) {
        return asked.choices.map((action) => {
          const rest = action.slice(1).find((one) => !picks.some((pick) => 'id' in pick && pick.id === one))
          return { ...wholeChoice(action), row: undefined, label: game.verb(action[0]!), note: rest && game.value(rest, action[0]!, action.indexOf(rest) - 1, store).label }
        })
      }
      // If the question names the act and its unit, the button gives only the rest.
      const same = (part: string, n: number): boolean => !!game.onlyChoiceButton && asked.choices.length > 1 && asked.choices.every((one) => one[n + 1] === part)
      const left = (action: Action): string[] => action.slice(1).filter((part, n) => !same(part, n) && !picks.some((pick) => 'id' in pick && pick.id === part))
      const oneVerb = new Set(asked.choices.map(([verb]) => verb)).size === 1
      const said = (picks.some((pick) => 'verb' in pick) || (game.onlyChoiceButton && oneVerb)) && picks.some((pick) => 'id' in pick) && asked.choices.length > 1
      return asked.choices.filter((action) => !filled(action[0]!)).map((action) => {
        const [rest, ...more] = left(action)
        const named = said && rest !== undefined && !more.length
        return named ? { ...wholeChoice(action), ...game.value(rest, action[0]!, action.indexOf(rest) - 1, store) } : wholeChoice(action)
      })
    }
    case 'verb':
      return asked.verbs
        .filter(({ verb }) => !filled(verb))
        .map(({ verb, only }) =>
          only && (only.length <= 2 || asked.verbs.length <= MAX_FULL_LABELS) ? wholeChoice(only) : { id: part(`verb ${verb}`, { verb }), label: game.verb(verb), ...game.buttonStyle(verb) },
        )
    case 'argument': {
      if (filled(asked.verb)) return []
      const few = asked.values.length <= MAX_FULL_LABELS
      const rows = asked.values.map(({ id, only }): ChoiceButton & { order?: string } =>
        only && few ? wholeChoice(only) : { id: part(`value ${id}`, { id, at: asked.at }), row: game.verb(asked.verb), ...game.value(id, asked.verb, asked.at, store) },
      )
      return rows.some(({ order }) => order) ? rows.toSorted((a, b) => (a.order ?? '').localeCompare(b.order ?? '')) : rows
    }
    case 'none':
      return []
  }
}

/** Undo: freely if possible, else by asking, with the reason. */
export function takeBack(store: MatchStore, side: string): ChoiceButton[] {
  const undo = store.observationOf(side)?.matchView.undo
  if (!undo) return []
  const all = store.lastActSize(side)
  if (undo.steps && !store.isLastActOneChoice(side)) return [{ id: 'undo', label: `Take back all ${all}`, key: 'U', icon: 'undo' }, { id: 'undo_one', label: 'Take back only the last choice', row: OTHER_ROW }]
  if (undo.steps) return [{ id: 'undo', label: 'Take back', key: 'U', icon: 'undo' }]
  // After an undo there is nothing to ask for.
  const { log } = store.observationOf(side)!
  const gone = new Set(log.flatMap(({ taken }) => taken ?? []))
  const chose = log.some((entry) => entry.act === 'choice' && entry.side === side && !entry.auto && !gone.has(entry.seq))
  const offer = store.matchView.undo_offer
  if (!chose || (offer && (offer.side === side || !offer.declined))) return []
  return [{ id: 'ask', label: 'Ask to take back', key: 'U', icon: 'undo' }]
}

function watching({ matchView: { over, watch_delay: delay } }: MatchStore): string {
  return delay && !over ? `You are watching with a delay of ${durationText(delay * 60_000)}.` : 'You are watching.'
}
