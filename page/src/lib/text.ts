/** "1 ship", "3 ships" */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Names in a sentence: "Akagi, Kaga and Soryu". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** A text whose numbers stay on one line with the words beside them: "gunnery 1, speed 1 of 3". */
export const noBreak = (text: string): string => text.replace(/(\p{L}) (?=\d)/gu, '$1\u00a0').replace(/(\d) (?=\p{L})/gu, '$1\u00a0')

/** A sentence from its words; an abbreviation at its end has the full stop already. */
export const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`)

/** Equal names once, with their number: "Akagi", "3 × DD". */
export function together(names: readonly string[]): string[] {
  const numbers = new Map<string, number>()
  for (const name of names) numbers.set(name, (numbers.get(name) ?? 0) + 1)
  return [...numbers].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name))
}

/** The maximum length of a question, which has one line, and of a question in a narrow box. */
export const LINE = 56
export const NARROW = 38

/** The first of several wordings that fits in a line; the last if none does. */
export const fitting = (ways: readonly string[], most = LINE): string => ways.find((way) => way.length <= most) ?? ways.at(-1)!

/** The first few names, and the number of the others: "Akagi, Kaga and 4 more". */
export const listedShort = (names: readonly string[], most = 3): string =>
  names.length <= most ? listed(names) : `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
