import { catalogueOf } from '../../lib/catalogue'

/** The texts of Hold Fast. */
export const WORDS = catalogueOf('hold_fast')
