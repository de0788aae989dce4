/** "1 ship", "3 ships" */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Things as a sentence says them: "Akagi, Kaga and Soryu". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The first few names, and how many more there are: "Akagi, Kaga and 4 more". */
export const listedShort = (names: readonly string[], most = 3): string =>
  names.length <= most ? listed(names) : `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
