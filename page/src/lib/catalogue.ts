/** One text, or several by name, from which code chooses. */
export type NounForms = string | Readonly<Record<string, string>>

/** The texts of a verb: its button, a complete choice with its arguments in order, the questions for arguments, the texts for each
 * argument, and a sentence about it. */
export interface VerbText {
  label: string
  choice?: string
  arguments?: readonly string[]
  first?: string
  next?: string
  parts?: readonly string[]
  about?: string
}

/** The texts of a procedure: its name in the bar and on the battle board, its question on a phone, the line under it, the label
 * that ends it, and how to begin a first choice. */
export interface ProcedureText {
  step?: string
  battle?: string
  short?: NounForms
  note?: NounForms
  done?: string
  how?: NounForms
}

/** The texts of a step of the turn: `brief` for a narrow bar. */
export interface StepText {
  name: string
  short?: string
  brief?: string
  text?: string
}

/** The texts of a roll: its title, and the question before it. */
export interface RollText {
  title: string
  ask?: string
}

/** A game's texts as the server sends them with its pieces, from the game's `text/catalogue.toml`. */
export interface CatalogueData {
  verbs: Readonly<Record<string, VerbText>>
  procedures: Readonly<Record<string, ProcedureText>>
  steps: Readonly<Record<string, StepText>>
  rolls: Readonly<Record<string, RollText>>
  /** words with a form for each number, by their names in placeholders */
  plurals: Readonly<Record<string, PluralForms>>
}

/** The forms of a word; `{n}` is the number. */
export interface PluralForms {
  zero?: string
  one: string
  other: string
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const form = (forms: NounForms | undefined, name: string): string => (typeof forms === 'string' ? forms : (forms?.[name] ?? ''))

/** A text with its placeholders, `{name}` or `{name:way}`, filled in. */
export const fillPlaceholders = (text: string, write: (name: string, way: string) => string): string =>
  text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, way?: string) => write(name, way ?? ''))

/** The texts of one game. They arrive before its first view is shown; a verb without texts is called by its id. */
export class Catalogue {
  #words: CatalogueData = { verbs: {}, procedures: {}, steps: {}, rolls: {}, plurals: {} }

  fill(words: CatalogueData): void {
    this.#words = words
  }

  about = (verb: string): VerbText | undefined => this.#words.verbs[verb]
  /** The name of an argument of a verb, by its index: "the hex". */
  part = (verb: string, at: number): string | undefined => this.#words.verbs[verb]?.parts?.[at] || undefined
  label = (verb: string): string => this.#words.verbs[verb]?.label ?? capital(verb.replaceAll('_', ' '))

  /** A whole choice; `write` gives the text of an argument. */
  choice([verb = '', ...given]: readonly string[], write: (id: string, way: string) => string): string {
    const words = this.#words.verbs[verb]
    const named = new Map(words?.arguments?.map((name, at) => [name, given[at] ?? '']))
    return words?.choice ? capital(fillPlaceholders(words.choice, (name, way) => write(named.get(name) ?? '', way))) : this.label(verb)
  }

  procedure = (name: string | undefined): ProcedureText => this.#words.procedures[name ?? ''] ?? {}
  /** Its name on the battle board. */
  battle = (name: string | undefined): string => this.procedure(name).battle ?? this.procedure(name).step ?? ''
  short = (name: string | undefined, which = ''): string | undefined => form(this.procedure(name).short, which) || undefined
  /** The line below its question; `value` gives the text for a placeholder. */
  note = (name: string | undefined, which = '', value: (name: string) => number | string = () => ''): string =>
    fillPlaceholders(form(this.procedure(name).note, which), (place, way) => (way ? this.#counted(value(place), way) : String(value(place))))

  #counted(value: number | string, thing: string): string {
    const forms = this.#words.plurals[thing]
    const n = Number(value)
    return ((n === 0 && forms?.zero) || (n < 2 ? forms?.one : forms?.other) || '').replaceAll('{n}', String(value))
  }

  how = (name: string | undefined, which = ''): string => form(this.procedure(name).how, which)
  done = (name: string | undefined): string => this.procedure(name).done ?? 'Done'
  step = (name: string): StepText => this.#words.steps[name] ?? { name: capital(name.replaceAll('_', ' ')) }
  roll = (event: string): RollText | undefined => this.#words.rolls[event]
}

const known = new Map<string, Catalogue>()

/** The catalogue of a game, by its id. */
export function catalogueOf(game: string): Catalogue {
  let found = known.get(game)
  if (!found) known.set(game, (found = new Catalogue()))
  return found
}

/** Stores the texts that came with the pieces of a game. */
export function storeCatalogue(game: string, pieces: unknown): void {
  const { words } = (pieces ?? {}) as { words?: CatalogueData }
  if (words) catalogueOf(game).fill(words)
}
