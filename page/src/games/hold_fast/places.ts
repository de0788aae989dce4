import { placesOf } from '../../board/pacific/places'
import { row, type AreaConfig, type Form } from '../../board/pacific/map_config'

export type AreaId =
  | 'japanese_islands' | 'philippines_sea' | 'marshall_islands' | 'south_china_sea' | 'solomon_sea' | 'coral_sea'
  | 'south_pacific_ocean' | 'hawaiian_islands' | 'central_pacific_ocean' | 'north_pacific_ocean' | 'indian_ocean' | 'bay_of_bengal'

export const AREAS: Record<Form, Record<AreaId, AreaConfig>> = {
  large: {
    japanese_islands: {
      name: ['Japanese', 'Islands'], at: [152.4, 43], flag: [151, 37.6],
      rows: { japan: row(133.5, 30.4, 142.3), allies: row(147.8, 32.8, 153) },
    },
    philippines_sea: {
      name: ['Philippines Sea'], at: [140.5, 23.6], flag: [140.5, 21.3],
      rows: { japan: row(131.5, 16.4, 141.8), allies: row(131.2, 10.1, 137.3) },
    },
    marshall_islands: {
      name: ['Marshall Islands'], at: [171.5, 19.8], flag: [171.5, 17.6],
      rows: { japan: row(160.4, 12.6, 168.6), allies: row(174.4, 12.6, 182.2) },
    },
    south_china_sea: {
      name: ['South China', 'Sea'], at: [112, 21.5], flag: [109.3, 16.7],
      rows: { japan: row(112.1, 11.2, 117), allies: row(112, 4.8, 121) },
    },
    solomon_sea: {
      name: ['Solomon Sea'], at: [151, 2.5], flag: [151, 0.4],
      rows: { japan: row(151, -4.4, 156.2), allies: row(162, -4.4, 167.2) },
    },
    coral_sea: {
      name: ['Coral Sea'], at: [156.2, -15], flag: [156.2, -17.1],
      rows: { japan: row(154.8, -21.8, 165), allies: row(157, -28.1, 166.5) },
    },
    south_pacific_ocean: {
      name: ['South Pacific Ocean'], at: [196, -6], flag: [196, -8.3],
      rows: { japan: row(179, -24.4, 190), allies: row(198, -24.4, 211) },
    },
    hawaiian_islands: {
      name: ['Hawaiian', 'Islands'], at: [203.5, 31.4], flag: [203.5, 25.8],
      rows: { japan: row(193.5, 8.5, 200.6), allies: row(206.3, 8.5, 211.4) },
    },
    central_pacific_ocean: {
      name: ['Central Pacific', 'Ocean'], at: [173, 36.8], flag: [173, 31.7],
      rows: { japan: row(160.4, 26.8, 167), allies: row(172.6, 26.8, 178.6) },
    },
    north_pacific_ocean: {
      name: ['North Pacific Ocean'], at: [199.5, 47.4], flag: [199.5, 45.6],
      rows: { japan: row(170.5, 45.8, 181.5), allies: row(196, 41.2, 208) },
    },
    indian_ocean: {
      name: ['Indian Ocean'], at: [100, -12.5], flag: [100, -14.8],
      rows: { japan: row(86, -20.8, 97), allies: row(103, -20.8, 111.5) },
    },
    bay_of_bengal: {
      name: ['Bay of', 'Bengal'], at: [88.7, 19.9], flag: [88.2, 14.8],
      rows: { japan: row(86, 7.2, 91.2), allies: row(87.4, 0.8, 92.8) },
    },
  },
  small: {
    japanese_islands: {
      name: ['Japanese', 'Islands'], at: [152, 43], flag: [152.5, 35.9],
      rows: { japan: row(124.5, 33.8, 131.5), allies: row(146.2, 29.8, 150) },
    },
    philippines_sea: {
      name: ['Philippines', 'Sea'], at: [133.6, 20.9], flag: [154, 19],
      rows: { japan: row(129.6, 9.5, 132.5), allies: row(140.5, 9.5, 144.3) },
    },
    marshall_islands: {
      name: ['Marshalls'], at: [173.5, 18.6], flag: [179.5, 13.6],
      rows: { japan: row(165.6, 14.4, 165.8), allies: row(177.3, 3.6, 180.5) },
    },
    south_china_sea: {
      name: ['South', 'China Sea'], at: [113.2, 22.6], flag: [117, 6.2],
      rows: { japan: row(110.5, -1, 113.5), allies: row(121.6, -1, 127) },
    },
    solomon_sea: {
      name: ['Solomon Sea'], at: [154, -3.6], flag: [157.5, 2.2],
      rows: { japan: row(152.3, -8, 153.6), allies: row(166, -8, 166.6) },
    },
    coral_sea: {
      name: ['Coral Sea'], at: [154, -15.2], flag: [156, -19.6],
      rows: { japan: row(156.3, -28, 157), allies: row(165.4, -28, 166.2) },
    },
    south_pacific_ocean: {
      name: ['South Pacific'], at: [194, -6.4], flag: [201, -11],
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
    north_pacific_ocean: {
      name: ['North Pacific'], at: [194, 47.2], flag: [184.5, 43.6],
      rows: { japan: row(168.5, 46.3, 173), allies: row(196, 40.4, 207) },
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

/** Ports and bases (1.1.3, 1.1.5). */
export const PLACES = placesOf([
  'yokosuka', 'truk', 'saigon', 'pearl_harbor', 'samoa', 'australia', 'india', 'singapore', 'okinawa', 'saipan',
  'kwajalein', 'maloelap', 'midway', 'johnston_island', 'attu', 'dutch_harbor', 'philippines', 'lae', 'port_moresby',
  'guadalcanal', 'new_hebrides', 'andaman_islands',
])
