import { catalogueOf } from '../../lib/catalogue'

/** The words of Pacific Fury. */
export const WORDS = catalogueOf('pacific_fury')
