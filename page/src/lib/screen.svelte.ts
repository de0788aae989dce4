import { windowIs } from './scale.svelte'

export type ScreenForm = 'wide' | 'tablet' | 'phone'

/** Low windows use a phone's page too, with the prompt beside the board. Breakpoints are in em, so that a user with large text
 * gets a layout with room for it, and follow the scale. */
const wide = windowIs('(min-width: 62.5em)')
const phone = windowIs('(max-width: 44.99em)', false)
const low = windowIs('(max-height: 38.99em)', false)
const spacious = windowIs('(min-width: 85em) and (min-height: 50em)')
const broad = windowIs('(min-width: 118.75em) and (min-height: 50em)')

/** The width of a tablet's drawer, in pixels; on a narrow window nine tenths of it. */
export const DRAWER = 360

export const screen = {
  /** the layout: with a rail beside the board, with a drawer over it, or one part at a time */
  get form(): ScreenForm {
    return phone.current || low.current ? 'phone' : wide.current ? 'wide' : 'tablet'
  },
  /** whether bars have the height of a large window */
  get spacious(): boolean {
    return spacious.current
  },
  /** whether there is room for the largest units on a battle board, and for all tabs of the rail in one line */
  get broad(): boolean {
    return broad.current
  },
}
