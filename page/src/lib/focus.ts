/** Gives the keyboard to the first field or button of a part of the page, where what had it is gone. */
export function keepFocus(within: ParentNode | null | undefined): void {
  if (document.activeElement && document.activeElement !== document.body) return
  within?.querySelector<HTMLElement>('input, button')?.focus()
}
