import { row, type PlaceConfig } from './map_config'

/** The ports and bases of the Pacific, each positioned by hand so that its name and moored units are clear of neighbours and of
 * the seas' names. Australia touches two seas that meet at Darwin; its symbol is there. */
const SETTINGS = {
  yokosuka: { name: 'Yokosuka', kind: 'port', at: [139.67, 35.28], label: 'left', rows: { large: row(134, 40.4, 119), small: row(130, 41, 117) } },
  truk: { name: 'Truk', kind: 'port', at: [151.78, 7.42], label: 'left', labelSmall: 'above', rows: { large: row(147, 10.6, 143), small: row(158.2, 8.7, 158.2) } },
  saigon: { name: 'Saigon', kind: 'port', at: [106.7, 10.78], label: 'left', rows: { large: row(97.4, 14.3, 97.4), small: row(99.8, 12.4, 99.8) } },
  pearl_harbor: { name: 'Pearl Harbor', kind: 'port', at: [202.05, 21.36], label: 'right', labelSmall: 'above', rows: { large: row(204.6, 16.1, 211.4), small: row(209, 20, 209.5) } },
  samoa: { name: 'Samoa', kind: 'port', at: [189.3, -14.28], label: 'right', rows: { large: row(193.8, -18.5, 204), small: row(196, -18, 204) } },
  australia: { name: 'Australia', kind: 'port', at: [130.84, -12.46], label: 'left', rows: { large: row(133, -17.8, 139.4), small: row(133, -20.6, 141) } },
  india: { name: 'India', kind: 'port', at: [80.27, 13.08], label: 'left', rows: { large: row(78.8, 18.2, 75.6), small: row(76.5, 19.5, 78) } },
  ceylon: { name: 'Ceylon', kind: 'port', at: [81.23, 8.57], label: 'left', rows: { large: row(78.4, 2.4, 75), small: row(77.5, 1.5, 77.6) } },
  singapore: { name: 'Singapore', kind: 'port', at: [103.85, 1.29], label: 'right', labelSmall: 'above', rows: { large: row(100.4, -3.2, 98.2), small: row(103, -7, 100) } },
  okinawa: { name: 'Okinawa', kind: 'base', at: [127.68, 26.21], label: 'left', rows: { large: row(123.8, 29.4, 119), small: row(126.6, 25.4, 127.6) } },
  saipan: { name: 'Saipan', kind: 'base', at: [145.73, 15.18], label: 'right', rows: { large: row(148.8, 18.8, 152.5), small: row(147.5, 17, 148) } },
  kwajalein: { name: 'Kwajalein', kind: 'base', at: [167.73, 8.72], label: 'left', labelSmall: 'below', rows: { large: row(166, 4.8, 163), small: row(165.6, 4.2, 165.8) } },
  maloelap: { name: 'Maloelap', kind: 'base', at: [171.05, 8.75], label: 'right', rows: { large: row(174, 4.8, 178), small: row(174.8, 11.4, 175) } },
  midway: { name: 'Midway', kind: 'base', at: [182.63, 28.21], label: 'right', rows: { large: row(184.6, 31.6, 186), small: row(182.6, 28.2, 183.6) } },
  johnston_island: { name: 'Johnston I.', kind: 'base', at: [190.47, 16.73], label: 'below', labelSmall: 'left', rows: { large: row(193.4, 20.2, 196), small: row(190.8, 19.5, 191.8) } },
  attu: { name: 'Attu', kind: 'base', at: [172.9, 52.9], label: 'left', rows: { large: row(176.6, 50.4, 182), small: row(172.9, 52.9, 173.9) } },
  dutch_harbor: { name: 'Dutch Harbor', kind: 'base', at: [193.46, 53.89], label: 'right', rows: { large: row(195.4, 50.8, 203), small: row(193.5, 53.9, 194.5) } },
  philippines: { name: 'Philippines', kind: 'base', at: [120.97, 14.59], label: 'above', labelSmall: 'right', rows: { large: row(125, 13.2, 125.8), small: row(120, 14.8, 120.4) } },
  lae: { name: 'Lae', kind: 'base', at: [146.99, -6.73], label: 'left', rows: { large: row(142.8, -3.4, 139), small: row(143.6, -4.2, 143.8) } },
  port_moresby: { name: 'Port Moresby', kind: 'base', at: [147.18, -9.48], label: 'left', rows: { large: row(146.2, -13.2, 144), small: row(144.6, -13, 143) } },
  guadalcanal: { name: 'Guadalcanal', kind: 'base', at: [160.05, -9.43], label: 'below', labelSmall: 'right', rows: { large: row(167.7, -10.3, 167.7), small: row(158.8, -15.6, 158.8) } },
  new_hebrides: { name: 'New Hebrides', kind: 'base', at: [167.17, -15.51], label: 'right', rows: { large: row(170.8, -19.4, 174), small: row(167.2, -15.5, 168.2) } },
  andaman_islands: { name: 'Andaman', kind: 'base', at: [92.73, 11.67], label: 'left', labelSmall: 'none', rows: { large: row(96.4, 8.8, 96.4), small: row(91.6, 14.2, 92) } },
} satisfies Readonly<Record<string, Omit<PlaceConfig, 'id'>>>

export type KnownPlace = keyof typeof SETTINGS

/** The ports and bases of a game in its order, with the changes for its map. */
export const placesOf = (ids: readonly KnownPlace[], own: Readonly<Partial<Record<KnownPlace, Partial<PlaceConfig>>>> = {}): readonly PlaceConfig[] =>
  ids.map((id) => ({ id, ...SETTINGS[id], ...own[id] }))
