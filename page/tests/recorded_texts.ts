/** Gives every test the words of the games, which the page receives from the server with the pieces of a match. */
import { readFileSync } from 'node:fs'
import { catalogueOf, type CatalogueData } from '../src/lib/catalogue'

const WORDS = JSON.parse(readFileSync('tests/words.json', 'utf8')) as Readonly<Record<string, CatalogueData>>
for (const [game, words] of Object.entries(WORDS)) catalogueOf(game).fill(words)
