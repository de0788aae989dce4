import { catalogueOf } from '../../lib/catalogue'

/** The texts of Axis & Allies: Pacific. */
export const WORDS = catalogueOf('axis_allies_pacific')
