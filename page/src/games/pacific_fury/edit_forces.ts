import type { Draft } from '../../app/editor/draft'

/** The Task Forces of an edited position. */
export interface Force {
  where: string
  units: readonly string[]
  cannot_hold?: readonly string[]
  face_up?: boolean
}
export const forcesIn = (draft: Draft): Readonly<Record<string, Force>> => (draft['forces'] ?? {}) as Readonly<Record<string, Force>>
