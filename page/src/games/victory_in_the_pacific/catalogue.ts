import { catalogueOf } from '../../lib/catalogue'

/** The texts of Victory in the Pacific. */
export const WORDS = catalogueOf('victory_in_the_pacific')
