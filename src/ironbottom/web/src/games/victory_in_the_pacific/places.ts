import { placesOf } from '../../board/pacific/places'
import { row, type AreaSetting, type Form } from '../../board/pacific/setting'

export type AreaId =
  | 'japanese_islands' | 'marianas_islands' | 'marshall_islands' | 'indonesia' | 'south_pacific_ocean' | 'coral_sea'
  | 'us_mandate' | 'hawaiian_islands' | 'central_pacific_ocean' | 'aleutian_islands' | 'north_pacific_ocean' | 'indian_ocean' | 'bay_of_bengal'

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

export const AREA_IDS = Object.keys(AREAS.large) as AreaId[]

/** Ports and bases (2.1, 2.3). */
export const PLACES = placesOf([
  'yokosuka', 'truk', 'saigon', 'pearl_harbor', 'samoa', 'australia', 'ceylon', 'singapore', 'okinawa', 'saipan',
  'kwajalein', 'maloelap', 'midway', 'johnston_island', 'attu', 'dutch_harbor', 'philippines', 'lae', 'port_moresby',
  'guadalcanal', 'new_hebrides', 'andaman_islands',
], { attu: { label: 'right', rows: { large: row(169, 52.6, 164), small: row(172.9, 52.9, 173.9) } } })
