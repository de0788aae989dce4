import type { View } from './api'
import type { components } from './schema'

/** How a view differs from the one that is known by `base`: what is left out, then what is set, by paths from the view inwards. */
export type Changes = components['schemas']['ViewDiff']

type Path = readonly (string | number)[]
type Part = Record<string | number, unknown>

/** The form of changes that is understood here. */
export const FORMAT = 1

/** The view after its changes; what has not changed is shared with the view before, which stays as it was. */
export function changed(view: View, { drop, set }: Changes): View {
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
