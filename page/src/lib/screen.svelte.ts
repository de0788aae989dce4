import { MediaQuery } from 'svelte/reactivity'

export type ScreenForm = 'wide' | 'tablet' | 'phone'

/** A phone's page serves low windows too, with the prompt beside the board. Breaks are in em, so that a reader with large text gets the layout that has room for it. */
const wide = new MediaQuery('min-width: 75em')
const phone = new MediaQuery('max-width: 55.99em', false)
const low = new MediaQuery('max-height: 38.99em', false)

export const screen = {
  get form(): ScreenForm {
    return phone.current || low.current ? 'phone' : wide.current ? 'wide' : 'tablet'
  },
}
