import { writeStored, readStored } from './storage'

/** Private notes on the places of a match, stored only in this browser; separate for each side where several share it. */
export class PlaceNotes {
  #texts = $state.raw<Readonly<Record<string, string>>>({})

  constructor(readonly match: string, readonly side: string | null = null) {
    this.#texts = readStored<Record<string, string>>(this.#key) ?? {}
  }

  get #key(): string {
    return `ironbottom.notes.${this.match}${this.side ? `.${this.side}` : ''}`
  }

  /** The places that have a note, the latest first. */
  get places(): readonly string[] {
    return Object.keys(this.#texts).toReversed()
  }

  of(place: string): string {
    return this.#texts[place] ?? ''
  }

  /** Writes a note; an empty text removes it. */
  write(place: string, text: string): void {
    const { [place]: _, ...others } = this.#texts
    const short = text.slice(0, 500)
    this.#texts = short.trim() ? { ...others, [place]: short } : others
    writeStored(this.#key, Object.keys(this.#texts).length ? this.#texts : undefined)
  }
}

const notesByMatch = new Map<string, PlaceNotes>()

/** The notes of a match, one object for all its parts: with two players at one screen, those of the viewer. */
export function notesOf({ id, persons, viewer }: { id: string; persons: readonly string[]; viewer: string | null }): PlaceNotes {
  const side = persons.length > 1 ? viewer : null
  const key = `${id} ${side ?? ''}`
  let notes = notesByMatch.get(key)
  if (!notes) notesByMatch.set(key, (notes = new PlaceNotes(id, side)))
  return notes
}

/** The places of a board with their notes: a star beside the name, the text on hover and for screen readers. */
export function withNotes<P extends { tip: string; label: string }>(places: ReadonlyMap<string, P>, notes: PlaceNotes): ReadonlyMap<string, P & { noted?: boolean }> {
  if (!notes.places.length) return places
  return new Map([...places].map(([id, place]) => {
    const text = notes.of(id)
    return [id, text ? { ...place, noted: true, tip: `${place.tip}. Note: ${text}`, label: `${place.label} Note: ${text}` } : place] as const
  }))
}
