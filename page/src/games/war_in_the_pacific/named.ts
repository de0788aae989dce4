import type { StoryLine } from '../../app/game'
import type { Now } from './play_view'

/** Ground units in the log and in the choices are told by their numbers; here they are called by what is printed on them now. */

const UNIT = /\b(Japan|Allies|japan|allies|Japanese|Allied) (?:ground unit|headquarters|unit) (\d+)/g

export function namedUnits(text: string, now: Now): string {
  return text.replace(UNIT, (all, side: string, number: string) => {
    const type = now.unit(`${/^jap/i.test(side) ? 'japan' : 'allies'}_unit_${number}`)
    if (!type) return all
    return type.kind === 'combat' ? `${type.nation === 'kmt' ? 'Army ' : ''}${type.printed}` : type.printed === type.name ? type.printed : `${type.printed} (${type.name})`
  })
}

export const namedIn = (lines: readonly StoryLine[], now: Now): StoryLine[] => lines.map((line) => ({ ...line, text: namedUnits(line.text, now) }))
