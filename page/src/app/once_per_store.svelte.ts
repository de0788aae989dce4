import type { MatchStore } from './game'

/** One object for each store, created on first use. */
export function oncePerStore<T>(make: (store: MatchStore) => T): (store: MatchStore) => T {
  const kept = new WeakMap<MatchStore, { one: T }>()
  return (store) => {
    const found = kept.get(store)
    if (found) return found.one
    let one!: T
    // Created outside the caller's derived value, which ignores states that it creates itself.
    $effect.root(() => void (one = make(store)))
    kept.set(store, { one })
    return one
  }
}
