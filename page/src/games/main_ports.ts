import type { Side } from './sides'

const MAIN: Readonly<Record<Side, string>> = { japan: 'yokosuka', allies: 'pearl_harbor' }

/** The id of a side's main port in the games of the Pacific's sea areas. */
export const mainPort = (side: Side): string => MAIN[side]
