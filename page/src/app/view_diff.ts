import type { View } from './api'
import type { components } from './schema'

/** The changes from a stored view `base`: first the removed fields, then the new values, by path from the root. */
export type ViewDiff = components['schemas']['ViewDiff']

type Path = readonly (string | number)[]
type Part = Record<string | number, unknown>

/** The version of the change format that this page understands. */
export const FORMAT = 1

/** Applies changes to a view; unchanged parts are shared with the old view, which is not modified. */
export function applyDiff(view: View, { drop, set }: ViewDiff): View {
  const own = new Set<unknown>()
  const root: Part = { view }
  const within = (path: Path): Part =>
    path.reduce<Part>((at, step) => {
      let next = at[step]
      if (!own.has(next)) {
        next = Array.isArray(next) ? [...next] : { ...(next as Part) }
        own.add(next)
        at[step] = next
      }
      return next as Part
    }, root)
  for (const path of drop) delete within(['view', ...path.slice(0, -1)])[path.at(-1)!]
  for (const [path, value] of set) {
    const whole = ['view', ...path]
    within(whole.slice(0, -1))[whole.at(-1)!] = value
  }
  return root.view as View
}
