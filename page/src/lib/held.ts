/** The value of `now`, and while `still` holds the previous value: evaluated at first, and again when `still` ends. */
export function keepWhile<T>(still: () => boolean, now: () => T): () => T {
  let last: { readonly is: T } | undefined
  return () => {
    if (!last || !still()) last = { is: now() }
    return last.is
  }
}
