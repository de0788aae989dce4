import type { Desk } from './game'

/** One object for each desk, created on first use. */
export function ofDesk<T>(make: (desk: Desk) => T): (desk: Desk) => T {
  const kept = new WeakMap<Desk, { one: T }>()
  return (desk) => {
    const found = kept.get(desk)
    if (found) return found.one
    let one!: T
    // Created outside the caller's derived value, which ignores states that it creates itself.
    $effect.root(() => void (one = make(desk)))
    kept.set(desk, { one })
    return one
  }
}
