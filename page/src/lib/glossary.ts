/** Short terms of a game on its counters and panels, with explanations: each game registers its own when it is loaded. */

export interface TextPart {
  text: string
  /** the explanation, if it is a term */
  means?: string
}

let terms: readonly (readonly [pattern: RegExp, means: string])[] = []

/** The current game's terms, longer ones first. */
export function addTerms(added: readonly (readonly [pattern: RegExp, means: string])[]): void {
  terms = added
}

/** A text in parts; terms have their explanations. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
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

/** The explanations of the terms in a text, a line each; undefined if it has none. */
export function termExplanations(text: string | undefined): string | undefined {
  const found = partsOf(text ?? '').flatMap(({ text: term, means }) => (means ? [`${term}: ${means}`] : []))
  return found.length ? [...new Set(found)].join('\n') : undefined
}
