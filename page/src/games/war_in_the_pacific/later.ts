/** What the page of a match fetches after its board: it is seldom wanted in the first moment, and weighs nothing on a first visit. */
export { handsOf } from './hands.svelte'
export { default } from './RosterPanel.svelte'
