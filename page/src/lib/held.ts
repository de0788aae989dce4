/** What `now` gives, and while `still` holds what it gave last: read as it is at first, and again once it moves on. */
export function held<T>(still: () => boolean, now: () => T): () => T {
  let last: { readonly is: T } | undefined
  return () => {
    if (!last || !still()) last = { is: now() }
    return last.is
  }
}
