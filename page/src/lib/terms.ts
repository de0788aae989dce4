/** Short words of a game that stand on its counters and panels, and what they mean: each game tells its own as it is loaded. */

export interface Part {
  text: string
  /** what it means, where it is a term */
  means?: string
}

let terms: readonly (readonly [pattern: RegExp, means: string])[] = []

/** The terms of the game in hand, longer ones first. */
export function tellTerms(told: readonly (readonly [pattern: RegExp, means: string])[]): void {
  terms = told
}

/** A text in parts, those that are terms with what they mean. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let rest = text
  while (rest) {
    const found = terms
      .flatMap(([pattern, means]) => {
        const hit = pattern.exec(rest)
        return hit ? [{ at: hit.index, text: hit[0], means }] : []
      })
      .sort((a, b) => a.at - b.at || b.text.length - a.text.length)[0]
    if (!found) break
    if (found.at) parts.push({ text: rest.slice(0, found.at) })
    parts.push({ text: found.text, means: found.means })
    rest = rest.slice(found.at + found.text.length)
  }
  return rest ? [...parts, { text: rest }] : parts
}

/** What the terms in a text mean, a line each; nothing where it has none. */
export function explained(text: string | undefined): string | undefined {
  const found = partsOf(text ?? '').flatMap(({ text: term, means }) => (means ? [`${term}: ${means}`] : []))
  return found.length ? [...new Set(found)].join('\n') : undefined
}
