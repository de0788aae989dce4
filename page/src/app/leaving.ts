/** What a page still asks about a match: who throws one away waits for the last answer, lest it be asked for when it is gone. */

const MOMENT = 60 // milliseconds without a question: an answer may lead to the next one at once
const LONGEST = 10_000

const underWay = new Map<string, number>()
const matchOf = (path: string): string => /^\/matches\/([^/?]+)/.exec(path)?.[1] ?? ''
const add = (id: string, n: number): void => void (id && underWay.set(id, (underWay.get(id) ?? 0) + n))

/** Counts a question as long as its answer is awaited. */
export async function counted<T>(path: string, ask: () => Promise<T>): Promise<T> {
  const id = matchOf(path)
  add(id, 1)
  try {
    return await ask()
  } finally {
    add(id, -1)
    if (!underWay.get(id)) underWay.delete(id)
  }
}

/** Waits until nothing more is asked about a match; not for ever. */
export async function stillness(id: string, longest = LONGEST): Promise<void> {
  const until = Date.now() + longest
  do await new Promise((done) => setTimeout(done, MOMENT))
  while (underWay.has(encodeURIComponent(id)) && Date.now() < until)
}

/** Matches that are thrown away as soon as nothing more is asked about them: to everybody they are gone already. */
export const parting = new Set<string>()
