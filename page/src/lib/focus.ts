/** Focuses the first field or button in a part of the page, if the focused element is gone. */
export function keepFocus(within: ParentNode | null | undefined): void {
  if (document.activeElement && document.activeElement !== document.body) return
  within?.querySelector<HTMLElement>('input, button')?.focus()
}

/** Focuses the question in the next frame if the focused element is gone, since the pressed element may have been removed. */
export function focusDecision(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('decision')?.focus({ preventScroll: true })
  })
}
