import { catalogueOf } from '../../lib/catalogue'

/** The words of War in the Pacific. */
export const WORDS = catalogueOf('war_in_the_pacific')
