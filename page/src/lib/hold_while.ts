/** The value of `now`; while `still` is true, the previous value. It is evaluated first at the start, and again when `still` ends. */
export function holdWhile<T>(still: () => boolean, now: () => T): () => T {
  let last: { readonly is: T } | undefined
  return () => {
    if (!last || !still()) last = { is: now() }
    return last.is
  }
}
