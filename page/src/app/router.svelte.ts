/** The current page; its address can be saved, shared and returned to. */
export type Place =
  | { page: 'home' }
  | { page: 'new' }
  /** the page that opens a turn file */
  | { page: 'file' }
  | { page: 'learn'; game: string; of?: string }
  | { page: 'match'; id: string; seq?: number; side?: string }
  /** the page of a link to a seat */
  | { page: 'join'; id: string; token: string }
  | { page: 'missing'; path: string }
  /** the page of an open challenge */
  | { page: 'challenge'; id: string }
  /** the page of a link in an email */
  | { page: 'mail'; token: string }
  /** the story of a match */
  | { page: 'story'; id: string }
  /** a position being edited: from a match, or from a game */
  | { page: 'editor'; match?: string; game?: string }
  /** battles by hand, without a match; the address holds the question */
  | { page: 'odds'; game: string; asked?: string }

/** The page of an address hash; an unknown one has a page that says so. */
export function placeOf(hash: string): Place {
  const [path = '', words = ''] = hash.replace(/^#/, '').split('?')
  const [, part = '', id, seq] = path.split('/')
  if (!part) return { page: 'home' }
  if (part === 'new' || part === 'file') return { page: part }
  if (part === 'learn' && id) return seq ? { page: 'learn', game: id, of: seq } : { page: 'learn', game: id }
  if (part === 'challenge' && id) return { page: 'challenge', id: decodeURIComponent(id) }
  if (part === 'mail' && id) return { page: 'mail', token: decodeURIComponent(id) }
  if (part === 'story' && id) return { page: 'story', id: decodeURIComponent(id) }
  if (part === 'join' && id && seq) return { page: 'join', id: decodeURIComponent(id), token: decodeURIComponent(seq) }
  const asked = new URLSearchParams(words)
  if (part === 'editor') return { page: 'editor', match: asked.get('match') ?? undefined, game: asked.get('game') ?? undefined }
  if (part === 'odds' && id) return { page: 'odds', game: decodeURIComponent(id), asked: words }
  if (part !== 'm' || !id) return { page: 'missing', path }
  const side = asked.get('side') ?? undefined
  const at = seq && /^\d+$/.test(seq) ? Number(seq) : undefined
  return { page: 'match', id: decodeURIComponent(id), seq: at, side }
}

export const hashOf = (place: Place): string => {
  if (place.page === 'home') return '#/'
  if (place.page === 'new' || place.page === 'file') return `#/${place.page}`
  if (place.page === 'learn') return `#/learn/${place.game}${place.of ? `/${place.of}` : ''}`
  if (place.page === 'missing') return `#${place.path}`
  if (place.page === 'challenge') return `#/challenge/${encodeURIComponent(place.id)}`
  if (place.page === 'mail') return `#/mail/${encodeURIComponent(place.token)}`
  if (place.page === 'join') return `#/join/${encodeURIComponent(place.id)}/${encodeURIComponent(place.token)}`
  if (place.page === 'story') return `#/story/${encodeURIComponent(place.id)}`
  if (place.page === 'editor') return `#/editor${place.match ? `?match=${encodeURIComponent(place.match)}` : place.game ? `?game=${place.game}` : ''}`
  if (place.page === 'odds') return `#/odds/${encodeURIComponent(place.game)}${place.asked ? `?${place.asked}` : ''}`
  const seq = place.seq === undefined ? '' : `/${place.seq}`
  return `#/m/${encodeURIComponent(place.id)}${seq}${place.side ? `?side=${encodeURIComponent(place.side)}` : ''}`
}

export const route = $state<{ place: Place }>({ place: placeOf(typeof location === 'undefined' ? '' : location.hash) })

if (typeof addEventListener === 'function') {
  addEventListener('hashchange', () => {
    route.place = placeOf(location.hash)
  })
}

export function go(place: Place): void {
  location.hash = hashOf(place)
}
