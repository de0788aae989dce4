/** Parts of a match's page that are loaded after the board: they are rarely needed at first, and do not slow down a first visit. */
export { dragControllerOf as handsOf } from './drag_input.svelte'
export { default } from './RosterPanel.svelte'
