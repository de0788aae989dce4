import { readFileSync } from 'node:fs'

/** The data of a file beside the tests. It is read at run time, since type checking a large literal takes longer than all tests. */
export const recorded = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T
