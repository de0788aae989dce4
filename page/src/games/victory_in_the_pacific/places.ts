import { placesOf } from '../../board/pacific/places'
import { row, type AreaConfig, type LabelSide, type Form, type PlaceConfig, type Row } from '../../board/pacific/map_config'

export type AreaId =
  | 'japanese_islands' | 'marianas_islands' | 'marshall_islands' | 'indonesia' | 'south_pacific_ocean' | 'coral_sea'
  | 'us_mandate' | 'hawaiian_islands' | 'central_pacific_ocean' | 'aleutian_islands' | 'north_pacific_ocean' | 'indian_ocean' | 'bay_of_bengal'

export const AREAS: Record<Form, Record<AreaId, AreaConfig>> = {
  large: {
    japanese_islands: {
      name: ['Japanese', 'Islands'], at: [152, 43], flag: [148.8, 37.4],
      rows: { japan: row(135.4, 30.2, 135.4), allies: row(147.6, 32.2, 147.6) },
    },
    marianas_islands: {
      name: ['Marianas Islands'], at: [140.9, 23.4], flag: [140.9, 21.1],
      rows: { japan: row(130.6, 15.8, 131.1), allies: row(133.8, 8.5, 137.3) },
    },
    marshall_islands: {
      name: ['Marshall', 'Islands'], at: [170, 19.4], flag: [170, 14.1],
      rows: { japan: row(159.2, 8.7, 159.2), allies: row(179, 13.6, 179) },
    },
    indonesia: {
      name: ['Indonesia'], at: [114.6, 19.4], flag: [114.6, 17.2],
      rows: { japan: row(110, 3.9, 113), allies: row(121.5, -2, 127.5) },
    },
    south_pacific_ocean: {
      name: ['South Pacific', 'Ocean'], at: [153.8, 2.9], flag: [158, -2.4],
      rows: { japan: row(167, -7, 167), allies: row(151.3, -7.9, 151.3) },
    },
    coral_sea: {
      name: ['Coral Sea'], at: [157.9, -18.6], flag: [157.8, -20.8],
      rows: { japan: row(164.5, -26.8, 164.5), allies: row(155.7, -26.2, 156.2) },
    },
    us_mandate: {
      name: ['U.S. Mandate'], at: [194.7, -5.1], flag: [194.7, -7.3],
      rows: { japan: row(183.3, -10, 183.3), allies: row(210.7, -6.2, 211.7) },
    },
    hawaiian_islands: {
      name: ['Hawaiian Islands'], at: [201.1, 26.4], flag: [201, 24.4],
      rows: { japan: row(189.9, 6.5, 192.4), allies: row(208.7, 8.3, 209.2) },
    },
    central_pacific_ocean: {
      name: ['Central Pacific', 'Ocean'], at: [173.9, 36.9], flag: [174.0, 32.2],
      rows: { japan: row(159.7, 27.2, 161.7), allies: row(170.5, 26.7, 174.5) },
    },
    aleutian_islands: {
      name: ['Aleutian Islands'], at: [178.6, 53.9], flag: [180.6, 51.6],
      rows: { japan: row(170.8, 48.2, 171.3), allies: row(179.8, 47.2, 179.8) },
    },
    north_pacific_ocean: {
      name: ['North Pacific', 'Ocean'], at: [203.3, 46.4], flag: [203.3, 42],
      rows: { japan: row(197.6, 36.8, 199.6), allies: row(208.1, 36.8, 209.6) },
    },
    indian_ocean: {
      name: ['Indian Ocean'], at: [99.9, -12.4], flag: [99.8, -14.6],
      rows: { japan: row(93.9, -26.4, 110.4), allies: row(81.6, -6.7, 96.6) },
    },
    bay_of_bengal: {
      name: ['Bay of', 'Bengal'], at: [88.8, 18.9], flag: [88.9, 14.1],
      rows: { japan: row(87.1, 8.4, 87.1), allies: row(95.3, 6.4, 95.3) },
    },
  },
  small: {
    japanese_islands: {
      name: ['Japanese', 'Islands'], at: [147.6, 51.2], flag: [145.4, 30.2],
      rows: { japan: row(132.5, 32.9, 132.5), allies: row(149, 40.9, 152.5) },
    },
    marianas_islands: {
      name: ['Marianas'], at: [145.9, 24.7], flag: [142.4, 21.4],
      rows: { japan: row(130, 19.5, 130.5), allies: row(132.7, 10.2, 135.2) },
    },
    marshall_islands: {
      name: ['Marshalls'], at: [172, 20.4], flag: [177.1, 17.1],
      rows: { japan: row(165.6, 14.9, 165.6), allies: row(158.6, 10.4, 158.6) },
    },
    indonesia: {
      name: ['Indonesia'], at: [106.8, 14.2], flag: [116.9, 8.7],
      rows: { japan: row(114.6, 1.6, 115.6), allies: row(125.2, -1.8, 125.2) },
    },
    south_pacific_ocean: {
      name: ['South Pacific'], at: [151, 1.2], flag: [146.9, -1.8],
      rows: { japan: row(158.5, -3.9, 158.5), allies: row(167.5, -3.9, 167.5) },
    },
    coral_sea: {
      name: ['Coral Sea'], at: [155, -19.2], flag: [151.6, -22.8],
      rows: { japan: row(162.2, -24.2, 162.2), allies: row(169.2, -27.2, 169.2) },
    },
    us_mandate: {
      name: ['U.S. Mandate'], at: [197.4, -9.2], flag: [197.8, -2.3],
      rows: { japan: row(181, -24.8, 195), allies: row(204.6, -22.4, 208.6) },
    },
    hawaiian_islands: {
      name: ['Hawaiian', 'Islands'], at: [201.8, 30.2], flag: [191.8, 22.2],
      rows: { japan: row(199, 11.5, 199), allies: row(208.7, 8.3, 208.7) },
    },
    central_pacific_ocean: {
      name: ['Central', 'Pacific'], at: [167.3, 38.2], flag: [184.6, 37.4],
      rows: { japan: row(161.3, 28.8, 163.3), allies: row(173, 28, 173) },
    },
    aleutian_islands: {
      name: ['Aleutians'], at: [180.5, 49.3], flag: [184, 53.7],
      rows: { japan: row(164.1, 52.1, 164.6), allies: row(166.1, 45, 166.1) },
    },
    north_pacific_ocean: {
      name: ['North', 'Pacific'], at: [203.6, 50.9], flag: [202.8, 44.1],
      rows: { japan: row(199, 37.5, 199), allies: row(208.4, 37.2, 208.4) },
    },
    indian_ocean: {
      name: ['Indian Ocean'], at: [90.2, -9.6], flag: [93.9, -16.5],
      rows: { japan: row(107.1, -17.1, 112.1), allies: row(78.3, -17.9, 81.3) },
    },
    bay_of_bengal: {
      name: ['Bengal'], at: [88.5, 19.5], flag: [87.7, 16.3],
      rows: { japan: row(87.4, 9.3, 87.4), allies: row(95.6, 5.8, 95.6) },
    },
  },
}

export const AREA_IDS = Object.keys(AREAS.large) as AreaId[]

/** The position of a place's name on a large and a small map, and its row on each. */
const set = (label: LabelSide, labelSmall: LabelSide | 'none', large: Row, small: Row): Pick<PlaceConfig, 'label' | 'labelSmall' | 'rows'> =>
  ({ label, labelSmall, rows: { large, small } })

/** Ports and bases (2.1, 2.3), in the order of the rules. */
const SETTINGS = {
  yokosuka: set('left', 'right', row(138.4, 40.2, 124), row(141.2, 40.5, 141.2)),
  truk: set('above', 'above', row(145.5, 8.7, 145.5), row(154.9, 17.9, 154.9)),
  saigon: set('right', 'below', row(102.8, 16.2, 98.8), row(107, 21.4, 111)),
  pearl_harbor: set('below', 'right', row(200.6, 13.5, 200.6), row(208, 21.4, 208)),
  samoa: set('right', 'right', row(189.6, -20.8, 205.6), row(195.3, -14.3, 195.3)),
  australia: set('right', 'left', row(124.9, -11.5, 113.4), row(124.8, -12.5, 124.8)),
  ceylon: set('left', 'below', row(78.9, 1.9, 76.9), row(79.4, 2.3, 79.4)),
  singapore: set('left', 'below', row(105, -5.4, 105), row(97.6, -1.9, 97.6)),
  okinawa: set('left', 'left', row(127, 30.5, 120), row(125.6, 27.3, 125.6)),
  saipan: set('left', 'above', row(150.4, 17, 151.9), row(145.7, 15.2, 145.7)),
  kwajalein: set('above', 'below', row(167.9, 3.2, 167.9), row(174.9, 2.2, 174.9)),
  maloelap: set('right', 'right', row(176.6, 3.3, 181.6), row(173.1, 9.8, 173.1)),
  midway: set('below', 'below', row(182.8, 32.4, 189.3), row(182.6, 28.2, 182.6)),
  johnston_island: set('below', 'below', row(190.7, 21.2, 189.7), row(190, 16.5, 190)),
  attu: set('left', 'left', row(162.5, 50.8, 157.5), row(175.7, 45, 179.7)),
  dutch_harbor: set('right', 'right', row(189.2, 46.9, 189.2), row(194.1, 53, 194.1)),
  philippines: set('left', 'right', row(121.4, 9.4, 121.4), row(122.2, 14.6, 122.2)),
  lae: set('left', 'right', row(138.8, -4.8, 136.8), row(142.4, -7.8, 142.4)),
  port_moresby: set('left', 'left', row(145.9, -15.8, 145.9), row(149.7, -11.8, 149.7)),
  guadalcanal: set('below', 'right', row(175.1, -7.1, 175.1), row(159.4, -11.5, 159.4)),
  new_hebrides: set('left', 'none', row(172.9, -17.2, 175.9), row(170.2, -15.8, 170.2)),
  andaman_islands: set('right', 'right', row(90, 24.3, 97), row(98.7, 21, 98.7)),
}
export const PLACES = placesOf(Object.keys(SETTINGS) as (keyof typeof SETTINGS)[], SETTINGS)
