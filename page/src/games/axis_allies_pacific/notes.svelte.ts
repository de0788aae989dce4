import { keep, kept } from '../../app/kept'

/** Private notes on the places of a match, kept in this browser and sent nowhere. */
export class PlaceNotes {
  #texts = $state.raw<Readonly<Record<string, string>>>({})

  constructor(readonly match: string) {
    this.#texts = kept<Record<string, string>>(this.#key) ?? {}
  }

  get #key(): string {
    return `ironbottom.notes.${this.match}`
  }

  /** The places that have a note, the last written first. */
  get places(): readonly string[] {
    return Object.keys(this.#texts).toReversed()
  }

  of(place: string): string {
    return this.#texts[place] ?? ''
  }

  /** Writes a note, or takes it away where nothing is written. */
  write(place: string, text: string): void {
    const { [place]: _, ...others } = this.#texts
    const told = text.slice(0, 500)
    this.#texts = told.trim() ? { ...others, [place]: told } : others
    keep(this.#key, Object.keys(this.#texts).length ? this.#texts : undefined)
  }
}

const known = new Map<string, PlaceNotes>()

/** The notes of a match, the same ones wherever they are shown. */
export function notesOf(match: string): PlaceNotes {
  let notes = known.get(match)
  if (!notes) known.set(match, (notes = new PlaceNotes(match)))
  return notes
}
