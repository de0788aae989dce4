import { pacificOf } from '../../board/pacific/geography'
import { seaMap } from '../../board/pacific/map_config'
import drawn from './areas.geojson?raw'
import { AREAS, PLACES } from './places'

/** The twelve sea areas with the coast of the Pacific. */
export const PACIFIC = pacificOf(drawn)

/** The map's drawing data and settings. */
export const MAP = seaMap(PACIFIC, AREAS, PLACES)
