// Writes the sea areas of the Pacific games: `node scripts/areas.mjs` for all, `node scripts/areas.mjs hold_fast` for one; with
// `--check` it only says whether they are so.
// A border is drawn once, as a few points by hand in degrees east (on past 180) and north, and used by both neighbours;
// a line that no other area uses is the frame, or runs inland, where the land hides it.
import fs from 'node:fs'

const S = -85.5 // on the ice, south of every shore: all ends of the oceans are shores

/** Points where three borders meet, and where a border ends inland. */
const AT = {
  kuril: [162, 43], aleut: [192.5, 36.5], hawaii: [185, 22], wake: [158.4, 21.6], bonin: [154, 27.6],
  truk: [151.78, 7.42], gilbert: [184, 2.5], ellice: [174, -4], cruz: [166.3, -11.2], palau: [136.5, 2.8],
  batan: [123.3, 23.6], sumatra: [99.2, 0.8], kamchatka: [162.5, 58.5], california: [244.5, 33.4], ecuador: [281.4, 1],
  zealand: [160, S], bight: [139, S], arnhem: [131.4, -13.6], australia: [140.3, -36.5], papuaS: [147.4, -9],
  papuaE: [150.2, -10.35], papuaN: [146.2, -6.4], papuaW: [133, -3.6], madras: [79.4, 13.4], siam: [99, 16],
  china: [117.8, 25.2], cape: [20.6, S], sinai: [34.2, 30.6], malabar: [77.6, 11.6], alaska: [205, 62],
  // Victory in the Pacific alone
  ocean: [188, 44.5], midway: [193, 32], wotje: [181, 20.5], tarawa: [182, 2.5], wakeSouth: [158, 20], marcus: [152, 28], nauru: [172, -3],
}
const curve = (...points) => ({ points, curved: true })
const line = (...points) => ({ points })

const LINES = {
  japan_north: curve(AT.kuril, [159.4, 46.6], [157.2, 50.2], [157.3, 53], [159, 55.6], AT.kamchatka),
  japan_central: curve(AT.kuril, [158.2, 35.5], AT.bonin),
  japan_philippines: curve(AT.batan, [127.68, 26.21], [134.5, 27.4], [144, 27.9], AT.bonin),
  japan_china: curve(AT.china, [119.4, 24.4], [121, 23.6], AT.batan),
  north_central: curve(AT.kuril, [172, 41.6], [183, 39.8], AT.aleut),
  north_hawaii: curve(AT.aleut, [208, 34.6], [226, 33.4], AT.california),
  central_hawaii: curve(AT.aleut, [189.6, 29.2], AT.hawaii),
  central_marshall: curve(AT.wake, [170, 23], AT.hawaii),
  central_philippines: curve(AT.bonin, [156.6, 24.8], AT.wake),
  philippines_marshall: curve(AT.wake, [156.6, 14], AT.truk),
  philippines_solomon: curve(AT.truk, [144.5, 4.8], AT.palau),
  philippines_china: curve(
    AT.batan, [122.3, 20.8], [121.6, 18], [121.2, 15.8], [120.97, 14.59], [122.2, 13.8], [123.6, 13], [124.7, 11.9], [125.2, 10.3],
    [126, 8], [127.6, 5.4], [131.5, 3.5], AT.palau,
  ),
  marshall_hawaii: curve(AT.hawaii, [190.47, 16.73], [189.6, 9], AT.gilbert),
  marshall_south: curve(AT.gilbert, [179, -0.8], AT.ellice),
  marshall_solomon: curve(AT.truk, [159.5, 4.9], [167.5, 0.8], AT.ellice),
  south_hawaii: curve(AT.gilbert, [204, 1.2], [228, 1.6], [258, 1.8], AT.ecuador),
  south_solomon: curve(AT.ellice, [170.9, -7.6], AT.cruz),
  south_coral: curve(
    AT.cruz, [167.17, -15.51], [169.6, -22], [172, -29], [173.4, -34.8], [175.4, -38.4], [174.4, -41.4], [171.5, -43.2], [168.6, -45.8], AT.zealand,
  ),
  solomon_coral: curve(AT.cruz, [160.05, -9.43], [155.2, -10.9], [151.8, -10.9], AT.papuaE),
  solomon_china: curve(AT.palau, [140.6, 0.2], [144.4, -2.6], [146.9, -4.6], [148.05, -5.95], [147.85, -6.8], [146.99, -6.73], AT.papuaN),
  coral_indian: curve(AT.arnhem, [130.84, -12.46], [132.4, -10.8], [136.8, -10.1], [141.2, -9.9], [144.6, -9.7], [147.18, -9.48], AT.papuaS),
  coral_indian_south: curve(AT.australia, [139.4, -40], [139.1, -48], AT.bight),
  indian_china: curve(
    AT.sumatra, [101.5, -2.2], [104.3, -5.2], [105.7, -6.3], [107.5, -7], [110.5, -7.3], [114, -8], [116.4, -8.6], [121, -8.7],
    [124.4, -9.3], [127, -8.6], [130.2, -7.4], [132.6, -6.2], [133.3, -4.8], AT.papuaW,
  ),
  bengal_china: curve(AT.siam, [99.3, 11.5], [99, 9.5], [99.9, 7.4], [101, 5.5], [101.8, 3.7], [101.6, 2.6], [100.6, 1.4], AT.sumatra),
  bengal_indian: curve(AT.madras, [80.27, 13.08], [81.3, 10], [81.9, 5], [83.4, -0.2], [86.4, -3.4], [90.4, -4.2], [94.6, -2.4], [97.2, 1.2], [98.3, 1.6], AT.sumatra),

  // Victory in the Pacific draws other lines where it has other seas
  ji_cpo: curve(AT.kuril, [156.5, 35.5], AT.marcus),
  ji_mrn: curve(AT.batan, [127.68, 26.21], [134, 27.8], [143, 28.6], AT.marcus),
  al_npo: curve(AT.ocean, [191.5, 49.5], [193.46, 53.89], [196, 54.9], [200.4, 56.5], [203.4, 58], [205.4, 59.8], AT.alaska),
  al_cpo: curve(AT.kuril, [175, 44.2], AT.ocean),
  npo_cpo: curve(AT.ocean, [192, 38.5], AT.midway),
  npo_hi: curve(AT.midway, [208, 32.2], [226, 32.8], AT.california),
  cpo_hi: curve(AT.midway, [186.5, 25.2], AT.wotje),
  cpo_mar: curve(AT.wakeSouth, [169.5, 21.2], AT.wotje),
  cpo_mrn: curve(AT.marcus, [156, 24], AT.wakeSouth),
  mar_mrn: curve(AT.wakeSouth, [156.2, 13], AT.truk),
  mar_hi: curve(AT.wotje, [182.6, 11], AT.tarawa),
  mar_usm: curve(AT.tarawa, [177, -1], AT.nauru),
  mar_spo: curve(AT.truk, [159, 3.6], [166, 0.2], AT.nauru),
  spo_usm: curve(AT.nauru, [169.6, -7], AT.cruz),
  bob_io: curve(AT.malabar, [78.2, 9.9], [79.8, 9], [80.5, 8.5], [81.23, 8.57], [83.6, 6.6], [90, 4.3], [95.6, 2.6], AT.sumatra),
  hi_usm: curve(AT.tarawa, [202, 1.2], [228, 1.6], [258, 1.8], AT.ecuador),

  // Inland, from the Gulf of Tonkin to the Bering Strait and down the coast of America
  siberia: line(
    AT.china, [119, 27.5], [120, 30], [118.5, 33], [117.5, 36.5], [116.5, 38.5], [117.5, 40.6], [121, 41.8], [124, 41], [127, 41],
    [129, 43.5], [132, 44.5], [136, 47], [139, 50.5], [138, 53], [134.5, 54], [136, 56.5], [143, 60.2], [150, 60.8], [156, 62.6], [162, 63.6], AT.kamchatka,
  ),
  bering: line(AT.kamchatka, [166, 61.5], [172, 64], [178, 66.2], [184, 67], [188.6, 66.4], [191.5, 65.9], [196, 65.6], [203, 63.8], AT.alaska),
  america: line(
    AT.alaska, [212, 62.4], [219, 61], [226, 59.6], [230, 56.4], [234, 53], [238, 50], [239.5, 46], [239, 42], [240.5, 38],
    [243, 35.4], AT.california,
  ),
  mexico: line(
    AT.california, [247, 32], [249.6, 30], [252, 27], [254.2, 24.4], [258, 20.6], [263, 17.4], [268, 15], [272, 13.6], [275.4, 11.6], [277, 9.2],
    [279.6, 9], [282.6, 7], [283, 3.6], AT.ecuador,
  ),
  andes: line(
    AT.ecuador, [281.2, -3], [282.4, -7.6], [285.4, -13.6], [290.6, -18], [290.6, -25], [289.6, -33], [288, -40], [288, -46], [288.6, -51],
    [291.4, -54.4], [291.4, S], AT.zealand,
  ),
  tasman: line(AT.zealand, AT.bight),
  indian: line(AT.bight, AT.cape),
  africa: line(AT.cape, [20.6, -33.6], [24, -28], [30, -20], [34, -10], [36, 0], [38, 6], [37, 13], [34.6, 20], [32, 26], [31.6, 30.4], AT.sinai),
  persia: line(AT.sinai, [36.6, 32], [46, 33.6], [52, 31.2], [58, 28.6], [64, 26.8], [70, 25.4], [72, 24.4], [74.2, 21], [74.8, 17], [76, 13.6], AT.malabar),
  carnatic: line(AT.malabar, AT.madras),
  burma: line(AT.madras, [79, 15.5], [79.8, 17], [82.5, 19], [86, 21.8], [88.5, 23.8], [91.8, 24], [93.5, 21.5], [94.7, 19], [95.6, 18.2], [97.2, 18], AT.siam),
  indochina: line(
    AT.siam, [100.5, 15.2], [102.2, 13.6], [104, 12.2], [105.5, 11.8], [107.5, 12.5], [107.8, 15], [105.2, 18.6], [105.5, 21.2],
    [107.5, 22.6], [110.5, 22.6], [113.5, 24], [116, 24.6], AT.china,
  ),
  queensland: line(
    AT.arnhem, [134.5, -13.5], [134.5, -16.2], [138, -18.6], [141.5, -18.6], [142.6, -16], [143.2, -15], [145, -18.5], [148, -22],
    [151, -25.5], [151.5, -29], [150, -34], [148.5, -37], [145, -37.3], AT.australia,
  ),
  west_australia: line(
    AT.australia, [138, -33.5], [135, -32.5], [131, -30.5], [126, -31.3], [122, -32.6], [118, -33.8], [116.5, -32], [115.8, -28.5],
    [114.8, -25], [115.5, -22.5], [119, -21], [122.8, -18], [125, -16], [128, -15.8], [130, -15.2], AT.arnhem,
  ),
  papua_cape: line(AT.papuaE, [148.5, -9.8], AT.papuaS),
  papua_south: line(AT.papuaS, [145.5, -7.3], [143.5, -7.6], [141, -8.3], [139.4, -7.6], [138.8, -6.5], [138, -5.2], [136.3, -4.3], [134.5, -3.7], AT.papuaW),
  papua_north: line(AT.papuaW, [134.4, -2.9], [137, -2.3], [140, -3.1], [143, -4.1], [145, -5.3], AT.papuaN),
  papua_gulf: line(AT.papuaN, [147.6, -7.8], [148.2, -9.2], AT.papuaE),
}

const GAMES = {
  hold_fast: {
    japanese_islands: ['Japanese Islands', 'siberia', '-japan_north', 'japan_central', '-japan_philippines', '-japan_china'],
    philippines_sea: ['Philippines Sea', 'japan_philippines', 'central_philippines', 'philippines_marshall', 'philippines_solomon', '-philippines_china'],
    marshall_islands: ['Marshall Islands', 'central_marshall', 'marshall_hawaii', 'marshall_south', '-marshall_solomon', '-philippines_marshall'],
    south_china_sea: [
      'South China Sea', 'indochina', 'japan_china', 'philippines_china', 'solomon_china', '-papua_north', '-indian_china', '-bengal_china',
    ],
    solomon_sea: ['Solomon Sea', 'marshall_solomon', 'south_solomon', 'solomon_coral', '-papua_gulf', '-solomon_china', '-philippines_solomon'],
    coral_sea: ['Coral Sea', 'south_coral', 'tasman', '-coral_indian_south', '-queensland', 'coral_indian', '-papua_cape', '-solomon_coral'],
    south_pacific_ocean: ['South Pacific Ocean', 'south_hawaii', 'andes', '-south_coral', '-south_solomon', '-marshall_south'],
    hawaiian_islands: ['Hawaiian Islands', 'north_hawaii', 'mexico', '-south_hawaii', '-marshall_hawaii', '-central_hawaii'],
    central_pacific_ocean: ['Central Pacific Ocean', 'north_central', 'central_hawaii', '-central_marshall', '-central_philippines', '-japan_central'],
    north_pacific_ocean: ['North Pacific Ocean', 'japan_north', 'bering', 'america', '-north_hawaii', '-north_central'],
    indian_ocean: [
      'Indian Ocean', 'coral_indian_south', 'indian', 'africa', 'persia', 'carnatic', 'bengal_indian', 'indian_china', '-papua_south', '-coral_indian', '-west_australia',
    ],
    bay_of_bengal: ['Bay of Bengal', 'burma', 'bengal_china', '-bengal_indian'],
  },
  victory_in_the_pacific: {
    japanese_islands: ['Japanese Islands', 'siberia', '-japan_north', 'ji_cpo', '-ji_mrn', '-japan_china'],
    aleutian_islands: ['Aleutian Islands', 'japan_north', 'bering', '-al_npo', '-al_cpo'],
    north_pacific_ocean: ['North Pacific Ocean', 'al_npo', 'america', '-npo_hi', '-npo_cpo'],
    central_pacific_ocean: ['Central Pacific Ocean', 'al_cpo', 'npo_cpo', 'cpo_hi', '-cpo_mar', '-cpo_mrn', '-ji_cpo'],
    hawaiian_islands: ['Hawaiian Islands', 'npo_hi', 'mexico', '-hi_usm', '-mar_hi', '-cpo_hi'],
    marshall_islands: ['Marshall Islands', 'cpo_mar', 'mar_hi', 'mar_usm', '-mar_spo', '-mar_mrn'],
    marianas_islands: ['Marianas Islands', 'ji_mrn', 'cpo_mrn', 'mar_mrn', 'philippines_solomon', '-philippines_china'],
    us_mandate: ['U.S. Mandate', 'hi_usm', 'andes', '-south_coral', '-spo_usm', '-mar_usm'],
    south_pacific_ocean: ['South Pacific Ocean', 'mar_spo', 'spo_usm', 'solomon_coral', '-papua_gulf', '-solomon_china', '-philippines_solomon'],
    coral_sea: ['Coral Sea', 'south_coral', 'tasman', '-coral_indian_south', '-queensland', 'coral_indian', '-papua_cape', '-solomon_coral'],
    indonesia: [
      'Indonesia', 'indochina', 'japan_china', 'philippines_china', 'solomon_china', '-papua_north', '-indian_china', '-bengal_china',
    ],
    indian_ocean: [
      'Indian Ocean', 'coral_indian_south', 'indian', 'africa', 'persia', 'bob_io', 'indian_china', '-papua_south', '-coral_indian', '-west_australia',
    ],
    bay_of_bengal: ['Bay of Bengal', 'carnatic', 'burma', 'bengal_china', '-bob_io'],
  },
}

const round = (point) => point.map((v) => Math.round(v * 100) / 100)

/** A line through all its points, bent softly (Catmull and Rom). */
function bend(points, steps = 6) {
  const out = []
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [points[i - 1] ?? points[i], points[i], points[i + 1], points[i + 2] ?? points[i + 1]]
    for (let k = 0; k < steps; k++) {
      const t = k / steps
      out.push([0, 1].map((x) =>
        0.5 * (2 * b[x] + (c[x] - a[x]) * t + (2 * a[x] - 5 * b[x] + 4 * c[x] - d[x]) * t * t + (3 * b[x] - a[x] - 3 * c[x] + d[x]) * t ** 3)))
    }
  }
  return [...out, points.at(-1)]
}

const drawn = new Map(Object.entries(LINES).map(([id, { points, curved }]) => [id, (curved ? bend(points) : points).map(round)]))
const same = (a, b) => a[0] === b[0] && a[1] === b[1]

/** The lines of an area one after another; `-` before a line's name walks it backwards. */
function ring(area, names) {
  const points = []
  for (const name of names) {
    const way = drawn.get(name.replace('-', ''))
    const next = name.startsWith('-') ? [...way].reverse() : way
    if (points.length && !same(points.at(-1), next[0])) throw Error(`${area}: ${name} begins at ${next[0]}, not at ${points.at(-1)}`)
    points.push(...next.slice(points.length ? 1 : 0))
  }
  if (!same(points[0], points.at(-1))) throw Error(`${area} is open at ${points.at(-1)}`)
  return points
}

function collection(areas) {
  const users = new Map()
  const polygons = Object.entries(areas).map(([id, [name, ...names]]) => {
    for (const n of names) users.set(n.replace('-', ''), [...(users.get(n.replace('-', '')) ?? []), id])
    return { type: 'Feature', id, properties: { id, name }, geometry: { type: 'Polygon', coordinates: [ring(id, names)] } }
  })
  const borders = [...users].filter(([, of]) => of.length === 2).map(([id, of]) => ({
    type: 'Feature', id: `border_${id}`, properties: { between: of.sort() }, geometry: { type: 'LineString', coordinates: drawn.get(id) },
  }))
  return [...polygons, ...borders]
}

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
for (const game of named.length ? named : Object.keys(GAMES)) {
  if (!GAMES[game]) throw Error(`No areas are drawn for ${game}; there are ${Object.keys(GAMES).join(', ')}.`)
  const features = collection(GAMES[game])
  const text = `{"type":"FeatureCollection","features":[\n${features.map((f) => JSON.stringify(f)).join(',\n')}\n]}\n`
  const file = new URL(`../src/games/${game}/areas.geojson`, import.meta.url)
  if (!process.argv.includes('--check')) fs.writeFileSync(file, text)
  else if (fs.readFileSync(file, 'utf8') !== text) throw Error(`${game}/areas.geojson is not what the script draws.`)
  console.log(`${game}: ${features.filter((f) => f.properties.name).length} areas, ${text.length} bytes`)
}
