import type { AreaLabel, Side } from '../../board/types'
import type { LonLat } from '../../lib/geometry'

export type AreaId =
  | 'japanese_islands' | 'marianas_islands' | 'marshall_islands' | 'indonesia' | 'south_pacific_ocean' | 'coral_sea'
  | 'us_mandate' | 'hawaiian_islands' | 'central_pacific_ocean' | 'aleutian_islands' | 'north_pacific_ocean' | 'indian_ocean' | 'bay_of_bengal'

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
  'japanese_islands', 'marianas_islands', 'marshall_islands', 'indonesia', 'south_pacific_ocean', 'coral_sea', 'us_mandate',
  'hawaiian_islands', 'central_pacific_ocean', 'aleutian_islands', 'north_pacific_ocean', 'indian_ocean', 'bay_of_bengal',
]

const row = (lon: number, lat: number, to: number): Row => [[lon, lat], [to, lat]]

export const AREAS: Record<Form, Record<AreaId, AreaSetting>> = {
  large: {
    japanese_islands: {
      name: ['Japanese', 'Islands'], at: [152.4, 43], flag: [151, 37.6],
      rows: { japan: row(133.5, 30.4, 142.3), allies: row(147.8, 32.8, 153) },
    },
    marianas_islands: {
      name: ['Marianas Islands'], at: [140.5, 24.3], flag: [140.5, 22],
      rows: { japan: row(131.5, 16.4, 141.8), allies: row(131.2, 10.1, 137.3) },
    },
    marshall_islands: {
      name: ['Marshall Islands'], at: [171.5, 18.6], flag: [171.5, 16.4],
      rows: { japan: row(160.2, 11.8, 166.2), allies: row(175.6, 12, 182.2) },
    },
    indonesia: {
      name: ['Indonesia'], at: [111.5, 20], flag: [111.5, 17.6],
      rows: { japan: row(112.1, 11.2, 117), allies: row(112, 4.8, 121) },
    },
    south_pacific_ocean: {
      name: ['South Pacific', 'Ocean'], at: [159, 3.6], flag: [163.4, -2],
      rows: { japan: row(151.6, -6.6, 155.6), allies: row(163.6, -6, 168) },
    },
    coral_sea: {
      name: ['Coral Sea'], at: [156.2, -15], flag: [156.2, -17.1],
      rows: { japan: row(154.8, -21.8, 165), allies: row(157, -28.1, 166.5) },
    },
    us_mandate: {
      name: ['U.S. Mandate'], at: [196, -6], flag: [196, -8.3],
      rows: { japan: row(179, -24.4, 190), allies: row(198, -24.4, 211) },
    },
    hawaiian_islands: {
      name: ['Hawaiian Islands'], at: [204.5, 28.4], flag: [204.5, 26.1],
      rows: { japan: row(193.5, 8.5, 200.6), allies: row(206.3, 8.5, 211.4) },
    },
    central_pacific_ocean: {
      name: ['Central Pacific', 'Ocean'], at: [173, 36.8], flag: [173, 31.7],
      rows: { japan: row(161.4, 25.7, 167.6), allies: row(173, 25.7, 178.6) },
    },
    aleutian_islands: {
      name: ['Aleutian Islands'], at: [177.5, 50.4], flag: [177.3, 48.2],
      rows: { japan: row(162.4, 46.9, 169.8), allies: row(184.8, 46.9, 189.6) },
    },
    north_pacific_ocean: {
      name: ['North Pacific', 'Ocean'], at: [205.5, 47], flag: [205.5, 42],
      rows: { japan: row(196.8, 37, 202.4), allies: row(207.4, 37, 213) },
    },
    indian_ocean: {
      name: ['Indian Ocean'], at: [100, -12.5], flag: [100, -14.8],
      rows: { japan: row(86, -20.8, 97), allies: row(103, -20.8, 111.5) },
    },
    bay_of_bengal: {
      name: ['Bay of', 'Bengal'], at: [88.7, 19.7], flag: [88.2, 14.1],
      rows: { japan: row(86, 7.2, 91.2), allies: row(87.4, 0.8, 92.8) },
    },
  },
  small: {
    japanese_islands: {
      name: ['Japanese', 'Islands'], at: [152, 43], flag: [152.5, 35.9],
      rows: { japan: row(124.5, 32.6, 131.5), allies: row(146.2, 29.8, 150) },
    },
    marianas_islands: {
      name: ['Marianas'], at: [133.6, 20.9], flag: [154, 19],
      rows: { japan: row(129.6, 9.5, 132.5), allies: row(140.5, 9.5, 144.3) },
    },
    marshall_islands: {
      name: ['Marshalls'], at: [173.5, 18.6], flag: [179.5, 13.6],
      rows: { japan: row(165.6, 14.4, 165.8), allies: row(177.3, 3.6, 180.5) },
    },
    indonesia: {
      name: ['Indonesia'], at: [112.6, 19.6], flag: [117, 6.2],
      rows: { japan: row(110.5, -1, 113.5), allies: row(121.6, -1, 127) },
    },
    south_pacific_ocean: {
      name: ['South Pacific'], at: [154.5, -3.6], flag: [157.5, 2.2],
      rows: { japan: row(152.3, -8, 153.6), allies: row(166, -8, 166.6) },
    },
    coral_sea: {
      name: ['Coral Sea'], at: [154, -15.2], flag: [156, -19.6],
      rows: { japan: row(156.3, -26.4, 157), allies: row(165.4, -26.4, 166.2) },
    },
    us_mandate: {
      name: ['U.S. Mandate'], at: [194, -6.4], flag: [201, -11],
      rows: { japan: row(181, -26.2, 190), allies: row(200, -26.2, 209) },
    },
    hawaiian_islands: {
      name: ['Hawaiian', 'Islands'], at: [203, 31.6], flag: [201, 13.6],
      rows: { japan: row(193.5, 6.5, 198), allies: row(206, 6.5, 209.4) },
    },
    central_pacific_ocean: {
      name: ['Central', 'Pacific'], at: [170, 37.2], flag: [185.6, 35],
      rows: { japan: row(161, 27, 165.7), allies: row(173.5, 27, 174.8) },
    },
    aleutian_islands: {
      name: ['Aleutians'], at: [177, 50], flag: [188, 47.4],
      rows: { japan: row(165.5, 45.6, 169), allies: row(177.5, 45.6, 181) },
    },
    north_pacific_ocean: {
      name: ['North', 'Pacific'], at: [204, 50], flag: [204, 42.4],
      rows: { japan: row(197.5, 37.4, 200), allies: row(207.5, 37.4, 211) },
    },
    indian_ocean: {
      name: ['Indian Ocean'], at: [98, -13.8], flag: [98, -18],
      rows: { japan: row(84, -25, 95), allies: row(104, -25, 109.5) },
    },
    bay_of_bengal: {
      name: ['Bay of', 'Bengal'], at: [90, 22.6], flag: [86.8, 7.2],
      rows: { japan: row(86.8, 0.6, 87.2), allies: row(95.2, 0.6, 95.6) },
    },
  },
}

/** The size of an area's name in pixels, before the map grows or shrinks it with its scale. */
export const NAME_SIZE: Record<Form, number> = { large: 20, small: 12 }

/** Names of the areas as a map of this form sets them. */
export const SEA_NAMES: Record<Form, readonly AreaLabel[]> = {
  large: AREA_IDS.map((id) => ({ id, lines: AREAS.large[id].name, at: AREAS.large[id].at, size: NAME_SIZE.large, spacing: 0.06 })),
  small: AREA_IDS.map((id) => ({ id, lines: AREAS.small[id].name, at: AREAS.small[id].at, size: NAME_SIZE.small, spacing: 0.01 })),
}

export type PlaceId =
  | 'yokosuka' | 'truk' | 'saigon' | 'pearl_harbor' | 'samoa' | 'australia' | 'ceylon' | 'singapore' | 'okinawa' | 'saipan' | 'kwajalein'
  | 'maloelap' | 'midway' | 'johnston_island' | 'attu' | 'dutch_harbor' | 'philippines' | 'lae' | 'port_moresby' | 'guadalcanal'
  | 'new_hebrides' | 'andaman_islands'

type Beside = 'left' | 'right' | 'above' | 'below'

/** A port or base (2.1, 2.3) as the map sets it. */
export interface PlaceSetting {
  id: PlaceId
  /** short, for the map */
  name: string
  kind: 'port' | 'base'
  at: LonLat
  /** which side of its sign the name stands on, and where another side is better on a small map */
  label: Beside
  labelSmall?: Beside | 'none'
  /** where the blocks lie that stay here, moored to the place by a line */
  rows: Record<Form, Row>
}

/** Australia (2.1) touches two seas that meet at Darwin; its sign stands there. */
export const PLACES: readonly PlaceSetting[] = [
  { id: 'yokosuka', name: 'Yokosuka', kind: 'port', at: [139.67, 35.28], label: 'left', rows: { large: row(134, 40.4, 119), small: row(130, 41, 117) } },
  { id: 'truk', name: 'Truk', kind: 'port', at: [151.78, 7.42], label: 'left', labelSmall: 'above', rows: { large: row(147, 10.6, 143), small: row(158.2, 8.7, 158.2) } },
  { id: 'saigon', name: 'Saigon', kind: 'port', at: [106.7, 10.78], label: 'left', rows: { large: row(101.2, 14.1, 99.4), small: row(99.8, 12.4, 99.8) } },
  { id: 'pearl_harbor', name: 'Pearl Harbor', kind: 'port', at: [202.05, 21.36], label: 'right', labelSmall: 'above', rows: { large: row(204.6, 16.1, 211.4), small: row(209, 20, 209.5) } },
  { id: 'samoa', name: 'Samoa', kind: 'port', at: [189.3, -14.28], label: 'right', rows: { large: row(193.8, -18.5, 204), small: row(196, -18, 204) } },
  { id: 'australia', name: 'Australia', kind: 'port', at: [130.84, -12.46], label: 'left', rows: { large: row(133, -17.8, 139.4), small: row(133, -20.6, 141) } },
  { id: 'ceylon', name: 'Ceylon', kind: 'port', at: [81.23, 8.57], label: 'left', rows: { large: row(78.4, 2.4, 75), small: row(77.5, 1.5, 77.6) } },
  { id: 'singapore', name: 'Singapore', kind: 'port', at: [103.85, 1.29], label: 'right', labelSmall: 'above', rows: { large: row(100.4, -3.2, 98.2), small: row(103, -7, 100) } },
  { id: 'okinawa', name: 'Okinawa', kind: 'base', at: [127.68, 26.21], label: 'left', rows: { large: row(123.8, 29.4, 119), small: row(126.6, 25.4, 127.6) } },
  { id: 'saipan', name: 'Saipan', kind: 'base', at: [145.73, 15.18], label: 'right', rows: { large: row(148.8, 18.8, 152.5), small: row(147.5, 17, 148) } },
  { id: 'kwajalein', name: 'Kwajalein', kind: 'base', at: [167.73, 8.72], label: 'left', labelSmall: 'below', rows: { large: row(166, 4.8, 163), small: row(165.6, 4.2, 165.8) } },
  { id: 'maloelap', name: 'Maloelap', kind: 'base', at: [171.05, 8.75], label: 'right', rows: { large: row(174, 4.8, 178), small: row(174.8, 11.4, 175) } },
  { id: 'midway', name: 'Midway', kind: 'base', at: [182.63, 28.21], label: 'right', rows: { large: row(184.6, 31.6, 186), small: row(182.6, 28.2, 183.6) } },
  { id: 'johnston_island', name: 'Johnston I.', kind: 'base', at: [190.47, 16.73], label: 'below', labelSmall: 'left', rows: { large: row(193.4, 20.2, 196), small: row(190.8, 19.5, 191.8) } },
  { id: 'attu', name: 'Attu', kind: 'base', at: [172.9, 52.9], label: 'right', rows: { large: row(169, 52.6, 164), small: row(172.9, 52.9, 173.9) } },
  { id: 'dutch_harbor', name: 'Dutch Harbor', kind: 'base', at: [193.46, 53.89], label: 'right', rows: { large: row(195.4, 50.8, 203), small: row(193.5, 53.9, 194.5) } },
  { id: 'philippines', name: 'Philippines', kind: 'base', at: [120.97, 14.59], label: 'above', labelSmall: 'right', rows: { large: row(125, 13.2, 125.8), small: row(120, 14.8, 120.4) } },
  { id: 'lae', name: 'Lae', kind: 'base', at: [146.99, -6.73], label: 'left', rows: { large: row(142.8, -3.4, 139), small: row(143.6, -4.2, 143.8) } },
  { id: 'port_moresby', name: 'Port Moresby', kind: 'base', at: [147.18, -9.48], label: 'left', rows: { large: row(146.2, -13.2, 144), small: row(144.6, -13, 143) } },
  { id: 'guadalcanal', name: 'Guadalcanal', kind: 'base', at: [160.05, -9.43], label: 'below', labelSmall: 'right', rows: { large: row(167.7, -10.3, 167.7), small: row(158.8, -15.6, 158.8) } },
  { id: 'new_hebrides', name: 'New Hebrides', kind: 'base', at: [167.17, -15.51], label: 'right', rows: { large: row(170.8, -19.4, 174), small: row(167.2, -15.5, 168.2) } },
  { id: 'andaman_islands', name: 'Andaman', kind: 'base', at: [92.73, 11.67], label: 'left', labelSmall: 'none', rows: { large: row(96.4, 8.8, 96.4), small: row(91.6, 14.2, 92) } },
]

/** Which side of its sign a place's name stands on, if it has room at all. */
export const besideSign = ({ label, labelSmall }: PlaceSetting, form: Form): Beside | 'none' => (form === 'small' && labelSmall) || label

/** Lands and islands without a rule, named lightly where there is room. */
export const LANDS: readonly { name: string; at: LonLat }[] = [
  { name: 'China', at: [108, 29] }, { name: 'Manchuria', at: [126, 46.4] }, { name: 'Burma', at: [96.2, 21.6] },
  { name: 'Borneo', at: [114.4, -0.9] }, { name: 'New Guinea', at: [137.2, -4.6] }, { name: 'Australia', at: [133, -24.4] },
  { name: 'Kamchatka', at: [159, 54.6] }, { name: 'Alaska', at: [205, 59] },
]
