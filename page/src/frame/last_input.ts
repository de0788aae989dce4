/** The last input: the pressed element and the position; after a key, the focused element. */
export const lastInput: { x: number; y: number; target: Element | null; keyed: boolean } = { x: 0, y: 0, target: null, keyed: true }

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', (event) => Object.assign(lastInput, { x: event.clientX, y: event.clientY, target: event.target, keyed: false }), true)
  document.addEventListener('pointerup', (event) => Object.assign(lastInput, { x: event.clientX, y: event.clientY }), true)
  document.addEventListener('keydown', () => Object.assign(lastInput, { target: document.activeElement, keyed: true }), true)
}
