/** Focuses the first field or button in a part of the page, if the focused element is gone. */
export function keepFocus(within: ParentNode | null | undefined): void {
  if (document.activeElement && document.activeElement !== document.body) return
  within?.querySelector<HTMLElement>('input, button')?.focus()
}

/** With the next frame focuses the question, if the focused element is gone: what was pressed may have been removed. */
export function focusDecision(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('decision')?.focus({ preventScroll: true })
  })
}
