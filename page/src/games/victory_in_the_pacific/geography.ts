import { pacificOf } from '../../board/pacific/geography'
import { seaMap, type Sizes } from '../../board/pacific/map_config'
import drawn from './areas.geojson?raw'
import { AREAS, PLACES } from './places'

/** The thirteen sea areas with the coast of the Pacific. */
export const PACIFIC = pacificOf(drawn)

/** One stack for each side in a place, large enough for the name and the factors of its top ship; separate kinds where they fit
 * side by side. */
const SIZES: Sizes = { steps: [[26, 60], [13, 52], [6.95, 46], [6.2, 40], [4.6, 34], [0, 20]], inPort: 1, visibleShare: 1.1, clear: 6.2 }

/** The map's drawing data and settings. */
export const MAP = seaMap(PACIFIC, AREAS, PLACES, SIZES)
