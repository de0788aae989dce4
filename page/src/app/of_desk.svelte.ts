import type { Desk } from './game'

/** One thing for each desk, made as it is asked for first. */
export function ofDesk<T>(make: (desk: Desk) => T): (desk: Desk) => T {
  const kept = new WeakMap<Desk, { one: T }>()
  return (desk) => {
    const found = kept.get(desk)
    if (found) return found.one
    let one!: T
    // Outside of what asks for it first: a derived value does not hear of states that it made itself.
    $effect.root(() => void (one = make(desk)))
    kept.set(desk, { one })
    return one
  }
}
