/** The open requests of a page about a match: before a match is deleted, the last response is awaited, so that no request about
 * it comes after the deletion. */

const MOMENT = 60 // milliseconds without a request: a response may lead to the next one at once
const MAX_WAIT_MS = 10_000

const underWay = new Map<string, number>()
const matchOf = (path: string): string => /^\/matches\/([^/?]+)/.exec(path)?.[1] ?? ''
const add = (id: string, n: number): void => void (id && underWay.set(id, (underWay.get(id) ?? 0) + n))

/** Counts a request until it is answered. */
export async function trackRequest<T>(path: string, ask: () => Promise<T>): Promise<T> {
  const id = matchOf(path)
  add(id, 1)
  try {
    return await ask()
  } finally {
    add(id, -1)
    if (!underWay.get(id)) underWay.delete(id)
  }
}

/** Waits until no request about a match is open, up to a limit. */
export async function requestsSettled(id: string, longest = MAX_WAIT_MS): Promise<void> {
  const until = Date.now() + longest
  do await new Promise((done) => setTimeout(done, MOMENT))
  while (underWay.has(encodeURIComponent(id)) && Date.now() < until)
}

/** Matches that are deleted as soon as no request about them is open: to all users they are already gone. */
export const deletedMatches = new Set<string>()
