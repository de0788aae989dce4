import { catalogueOf } from '../../lib/catalogue'

/** The words of Hold Fast. */
export const WORDS = catalogueOf('hold_fast')
