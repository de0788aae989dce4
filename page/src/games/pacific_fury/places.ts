import type { AreaLabel } from '../../board/types'
import type { LonLat } from '../../lib/geometry'
import type { Zone } from './types'

/** The links between zones (9.2, 9.6): a point of the border and the direction across, in degrees clockwise. */
export const LINKS: readonly { between: readonly [Zone, Zone]; at: LonLat; turn: number }[] = [
  { between: ['ironbottom_sound', 'the_slot'], at: [159.42, -8.787], turn: 30 },
  { between: ['eastern_solomons', 'ironbottom_sound'], at: [160.22, -8.4], turn: -60 },
  { between: ['ironbottom_sound', 'south_pacific_ocean'], at: [161.02, -10.06], turn: 52 },
  { between: ['eastern_solomons', 'south_pacific_ocean'], at: [166.6, -11.25], turn: 90 },
]

/** Names of the seas, positioned by hand for a large map and for a small one. */
export const SEA_NAMES: Record<'large' | 'small', readonly AreaLabel[]> = {
  large: [
    { id: 'eastern_solomons', lines: ['Eastern Solomons'], at: [165.4, -5.45], size: 27, spacing: 0.08 },
    { id: 'south_pacific_ocean', lines: ['South Pacific Ocean'], at: [165.0, -11.85], size: 27, spacing: 0.08 },
    { id: 'the_slot', lines: ['The Slot'], at: [155.5, -7.35], size: 16, spacing: 0.04 },
  ],
  small: [
    { id: 'eastern_solomons', lines: ['Eastern Solomons'], at: [164.3, -5.2], size: 16, spacing: 0.05, tag: 'left' },
    { id: 'south_pacific_ocean', lines: ['South Pacific Ocean'], at: [162.1, -14.8], size: 16, spacing: 0.05 },
    {
      id: 'the_slot', lines: ['The Slot'], at: [158.6, -5.9], size: 13, spacing: 0.02, tag: 'left',
      leader: [[158.3, -6.05], [157.75, -7.75]],
    },
    {
      id: 'ironbottom_sound', lines: ['Ironbottom', 'Sound'], at: [156.3, -9.75], size: 13, spacing: 0.02,
      leader: [[157.85, -9.72], [159.55, -9.08]],
    },
  ],
}

export const INSET_NAMES: readonly AreaLabel[] = [
  { id: 'ironbottom_sound', lines: ['Ironbottom', 'Sound'], at: [160.28, -8.71], size: 15, spacing: 0.02, tag: 'right' },
]

/** The Sound's name on a map with the scale of the inset. */
export const SOUND_NAME: AreaLabel = { ...INSET_NAMES[0]!, size: 20 }

/** Islands are named if there is room; none of them has a rule except Guadalcanal (2.1). */
export const ISLANDS: readonly { name: string; at: LonLat; anchor?: 'start' }[] = [
  { name: 'Bougainville', at: [155.25, -6.25] },
  { name: 'Choiseul', at: [157.35, -6.72] },
  { name: 'Santa Isabel', at: [159.55, -7.72] },
  { name: 'New Georgia', at: [157.0, -8.75] },
  { name: 'Malaita', at: [161.6, -8.72], anchor: 'start' },
  { name: 'San Cristobal', at: [162.75, -10.42], anchor: 'start' },
  { name: 'Guadalcanal', at: [159.75, -10.1] },
  { name: 'Santa Cruz Is.', at: [166.0, -10.45] },
]

export const INSET_ISLANDS: readonly { name: string; at: LonLat }[] = [
  { name: 'Guadalcanal', at: [160.15, -9.78] },
  { name: 'Malaita', at: [161.38, -9.06] },
]

export const HENDERSON: LonLat = [160.05, -9.5]

/** The positions of a side's forces in a zone: the middle of the first counter, and the limit of the row. */
export const ROWS: Record<'large' | 'small' | 'plan', Partial<Record<Zone, Record<'japan' | 'allies', readonly [LonLat, LonLat]>>>> = {
  large: {
    eastern_solomons: { japan: [[164.2, -7.25], [167.7, -7.05]], allies: [[164.2, -9.2], [167.7, -9.2]] },
    south_pacific_ocean: { japan: [[158.9, -12.6], [162.4, -12.9]], allies: [[163.8, -13.05], [167.7, -13.05]] },
    the_slot: { japan: [[157, -7.35], [158.9, -8.35]], allies: [[157, -7.35], [158.9, -8.35]] },
    ironbottom_sound: { japan: [[160.16, -9.49], [160.16, -9.49]], allies: [[160.16, -9.49], [160.16, -9.49]] },
  },
  small: {
    eastern_solomons: { japan: [[162.95, -6.75], [167.0, -6.75]], allies: [[162.6, -8.75], [167.0, -8.75]] },
    south_pacific_ocean: { japan: [[157.0, -12.6], [160.2, -12.9]], allies: [[162.55, -13.15], [166.8, -13.15]] },
    the_slot: { japan: [[156.6, -7.3], [158.9, -8.35]], allies: [[156.6, -7.3], [158.9, -8.35]] },
    ironbottom_sound: { japan: [[160.15, -9.25], [160.95, -9.45]], allies: [[160.15, -9.25], [160.95, -9.45]] },
  },
  plan: {
    ironbottom_sound: { japan: [[159.68, -9.18], [160.9, -9.18]], allies: [[159.68, -9.18], [160.9, -9.18]] },
  },
}
