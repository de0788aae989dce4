import type { Side } from './sides'

const MAIN: Readonly<Record<Side, string>> = { japan: 'yokosuka', allies: 'pearl_harbor' }

/** A side's main port on the sea areas of the Pacific, in which it is at home. */
export const mainPort = (side: Side): string => MAIN[side]
