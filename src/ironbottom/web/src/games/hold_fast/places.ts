import type { AreaLabel, Side } from '../../board/types'
import type { LonLat } from '../../lib/geometry'

export type AreaId =
  | 'japanese_islands' | 'philippines_sea' | 'marshall_islands' | 'south_china_sea' | 'solomon_sea' | 'coral_sea'
  | 'south_pacific_ocean' | 'hawaiian_islands' | 'central_pacific_ocean' | 'north_pacific_ocean' | 'indian_ocean' | 'bay_of_bengal'

/** Large: a map on which names and blocks have room; small: the whole Pacific on a telephone. */
export type Form = 'large' | 'small'

/** A row of blocks: the middle of the first, and how far the middle of the last may lie. */
export type Row = readonly [from: LonLat, to: LonLat]

/** What is set by hand in an area. */
export interface AreaSetting {
  name: readonly string[]
  /** the middle of the foot of the name's first line */
  at: LonLat
  /** the middle of the flag and the victory points of both sides */
  flag: LonLat
  rows: Record<Side, Row>
}

export const AREA_IDS: readonly AreaId[] = [
  'japanese_islands', 'philippines_sea', 'marshall_islands', 'south_china_sea', 'solomon_sea', 'coral_sea', 'south_pacific_ocean',
  'hawaiian_islands', 'central_pacific_ocean', 'north_pacific_ocean', 'indian_ocean', 'bay_of_bengal',
]

const row = (lon: number, lat: number, to: number): Row => [[lon, lat], [to, lat]]

export const AREAS: Record<Form, Record<AreaId, AreaSetting>> = {
  large: {
    japanese_islands: { name: ['Japanese', 'Islands'], at: [151.4, 43.2], flag: [150, 38], rows: { japan: row(135, 31.4, 143), allies: row(148, 33, 154) } },
    philippines_sea: { name: ['Philippines Sea'], at: [140.5, 23.6], flag: [140.5, 21.4], rows: { japan: row(133, 17, 142), allies: row(131, 11.2, 138) } },
    marshall_islands: { name: ['Marshall Islands'], at: [171.5, 19.4], flag: [171.5, 17.2], rows: { japan: row(161.5, 13, 169), allies: row(175, 13, 184) } },
    south_china_sea: { name: ['South China', 'Sea'], at: [114, 20], flag: [113.8, 15.2], rows: { japan: row(110.5, 11.2, 117), allies: row(110.5, 5.6, 117) } },
    solomon_sea: { name: ['Solomon Sea'], at: [154.5, 1.9], flag: [154.5, -0.1], rows: { japan: row(149.5, -4, 156), allies: row(162, -4, 169) } },
    coral_sea: { name: ['Coral Sea'], at: [157, -14.6], flag: [157, -16.9], rows: { japan: row(155.5, -21.2, 165), allies: row(157, -26.8, 166.5) } },
    south_pacific_ocean: { name: ['South Pacific Ocean'], at: [196, -6], flag: [196, -8.3], rows: { japan: row(179, -23, 190), allies: row(198, -23, 210) } },
    hawaiian_islands: { name: ['Hawaiian', 'Islands'], at: [203.5, 31], flag: [203.5, 26], rows: { japan: row(193.5, 8.5, 200.5), allies: row(205.5, 8.5, 212) } },
    central_pacific_ocean: { name: ['Central Pacific', 'Ocean'], at: [173, 36.8], flag: [173, 32.2], rows: { japan: row(160, 27.4, 168), allies: row(172.5, 27.4, 179) } },
    north_pacific_ocean: { name: ['North Pacific Ocean'], at: [199, 48], flag: [199, 46], rows: { japan: row(171, 46.5, 182), allies: row(196, 41.3, 208) } },
    indian_ocean: { name: ['Indian Ocean'], at: [100, -12.5], flag: [100, -14.8], rows: { japan: row(88, -20.5, 97), allies: row(103, -20.5, 112) } },
    bay_of_bengal: { name: ['Bay of', 'Bengal'], at: [89.5, 18.4], flag: [88, 13.9], rows: { japan: row(86, 8.4, 94), allies: row(87.5, 3.2, 93) } },
  },
  small: {
    japanese_islands: { name: ['Japanese', 'Islands'], at: [151, 43], flag: [151, 35], rows: { japan: row(136, 31, 143), allies: row(149, 31.5, 152) } },
    philippines_sea: { name: ['Philippines', 'Sea'], at: [139, 23], flag: [147, 18.5], rows: { japan: row(129, 13, 137), allies: row(142, 10, 148) } },
    marshall_islands: { name: ['Marshall', 'Islands'], at: [171, 18.5], flag: [181, 15], rows: { japan: row(161, 8, 167), allies: row(176, 8, 184) } },
    south_china_sea: { name: ['South', 'China Sea'], at: [114, 19], flag: [114, 11], rows: { japan: row(110, 5, 116), allies: row(110, -3, 120) } },
    solomon_sea: { name: ['Solomon Sea'], at: [156, 0], flag: [168, -3], rows: { japan: row(150, -5, 154), allies: row(160, -5, 166) } },
    coral_sea: { name: ['Coral Sea'], at: [157, -15.5], flag: [157, -19], rows: { japan: row(153, -25, 158), allies: row(163, -25, 167) } },
    south_pacific_ocean: { name: ['South Pacific', 'Ocean'], at: [194, -7], flag: [194, -15], rows: { japan: row(181, -24, 188), allies: row(197, -24, 208) } },
    hawaiian_islands: { name: ['Hawaiian', 'Islands'], at: [203, 30], flag: [209, 25], rows: { japan: row(192, 9, 197), allies: row(204, 9, 210) } },
    central_pacific_ocean: { name: ['Central Pacific', 'Ocean'], at: [172, 36], flag: [184, 34], rows: { japan: row(161, 27, 168), allies: row(174, 27, 180) } },
    north_pacific_ocean: { name: ['North Pacific', 'Ocean'], at: [195, 47], flag: [209, 44], rows: { japan: row(169, 46.5, 177), allies: row(199, 40, 208) } },
    indian_ocean: { name: ['Indian', 'Ocean'], at: [100, -12], flag: [100, -19], rows: { japan: row(84, -25, 94), allies: row(102, -25, 110) } },
    bay_of_bengal: { name: ['Bay of', 'Bengal'], at: [89, 17], flag: [93, 8], rows: { japan: row(86, 7, 88), allies: row(88, 2, 92) } },
  },
}

/** The size of an area's name in pixels, before the map grows or shrinks it with its scale. */
export const NAME_SIZE: Record<Form, number> = { large: 20, small: 13 }

/** Names of the areas as a map of this form sets them. */
export const SEA_NAMES: Record<Form, readonly AreaLabel[]> = {
  large: AREA_IDS.map((id) => ({ id, lines: AREAS.large[id].name, at: AREAS.large[id].at, size: NAME_SIZE.large, spacing: 0.06 })),
  small: AREA_IDS.map((id) => ({ id, lines: AREAS.small[id].name, at: AREAS.small[id].at, size: NAME_SIZE.small, spacing: 0.02 })),
}

export type PlaceId =
  | 'yokosuka' | 'truk' | 'saigon' | 'pearl_harbor' | 'samoa' | 'australia' | 'india' | 'singapore' | 'okinawa' | 'saipan' | 'kwajalein'
  | 'maloelap' | 'midway' | 'johnston_island' | 'attu' | 'dutch_harbor' | 'philippines' | 'lae' | 'port_moresby' | 'guadalcanal'
  | 'new_hebrides' | 'andaman_islands'

/** A port or base (1.1.3, 1.1.5) as the map sets it. */
export interface PlaceSetting {
  id: PlaceId
  /** short, for the map */
  name: string
  kind: 'port' | 'base'
  at: LonLat
  /** which side of its sign the name stands on */
  label: 'left' | 'right' | 'above' | 'below'
  /** where the ships lie that stay here, moored to the place by a line */
  row: Row
}

/** Australia (1.1.3) touches two seas that meet at Darwin; its sign stands there. */
export const PLACES: readonly PlaceSetting[] = [
  { id: 'yokosuka', name: 'Yokosuka', kind: 'port', at: [139.67, 35.28], label: 'left', row: row(134, 40.2, 119) },
  { id: 'truk', name: 'Truk', kind: 'port', at: [151.78, 7.42], label: 'right', row: row(147, 10.6, 143) },
  { id: 'saigon', name: 'Saigon', kind: 'port', at: [106.7, 10.78], label: 'left', row: row(103.5, 15.2, 99) },
  { id: 'pearl_harbor', name: 'Pearl Harbor', kind: 'port', at: [202.05, 21.36], label: 'right', row: row(204.5, 16.8, 212.5) },
  { id: 'samoa', name: 'Samoa', kind: 'port', at: [189.3, -14.28], label: 'right', row: row(193, -17.6, 203) },
  { id: 'australia', name: 'Australia', kind: 'port', at: [130.84, -12.46], label: 'left', row: row(133.5, -17.5, 143) },
  { id: 'india', name: 'India', kind: 'port', at: [80.27, 13.08], label: 'left', row: row(78.5, 18, 75) },
  { id: 'singapore', name: 'Singapore', kind: 'port', at: [103.85, 1.29], label: 'right', row: row(100, -2, 97) },
  { id: 'okinawa', name: 'Okinawa', kind: 'base', at: [127.68, 26.21], label: 'left', row: row(123.8, 29.4, 120) },
  { id: 'saipan', name: 'Saipan', kind: 'base', at: [145.73, 15.18], label: 'right', row: row(148.8, 18.6, 152.5) },
  { id: 'kwajalein', name: 'Kwajalein', kind: 'base', at: [167.73, 8.72], label: 'left', row: row(165.5, 5.4, 162) },
  { id: 'maloelap', name: 'Maloelap', kind: 'base', at: [171.05, 8.75], label: 'right', row: row(174, 5.2, 178) },
  { id: 'midway', name: 'Midway', kind: 'base', at: [182.63, 28.21], label: 'right', row: row(184.5, 31.6, 187) },
  { id: 'johnston_island', name: 'Johnston I.', kind: 'base', at: [190.47, 16.73], label: 'right', row: row(193.2, 20.2, 196) },
  { id: 'attu', name: 'Attu', kind: 'base', at: [172.9, 52.9], label: 'left', row: row(175.5, 51, 180) },
  { id: 'dutch_harbor', name: 'Dutch Harbor', kind: 'base', at: [193.46, 53.89], label: 'right', row: row(196, 51.9, 202) },
  { id: 'philippines', name: 'Philippines', kind: 'base', at: [120.97, 14.59], label: 'right', row: row(123.8, 18, 127) },
  { id: 'lae', name: 'Lae', kind: 'base', at: [146.99, -6.73], label: 'left', row: row(143.5, -4.6, 140) },
  { id: 'port_moresby', name: 'Port Moresby', kind: 'base', at: [147.18, -9.48], label: 'left', row: row(145.5, -12.8, 142) },
  { id: 'guadalcanal', name: 'Guadalcanal', kind: 'base', at: [160.05, -9.43], label: 'right', row: row(163.4, -12.6, 166) },
  { id: 'new_hebrides', name: 'New Hebrides', kind: 'base', at: [167.17, -15.51], label: 'right', row: row(170.4, -18.8, 175) },
  { id: 'andaman_islands', name: 'Andaman Is.', kind: 'base', at: [92.73, 11.67], label: 'left', row: row(95.6, 14.8, 97) },
]

/** Lands and islands without a rule, named lightly where there is room. */
export const LANDS: readonly { name: string; at: LonLat }[] = [
  { name: 'China', at: [108, 30] }, { name: 'India', at: [77, 22] }, { name: 'Australia', at: [134, -25] },
  { name: 'New Guinea', at: [140.5, -5.2] }, { name: 'Borneo', at: [114, 1] }, { name: 'Manchuria', at: [125, 46] },
]
