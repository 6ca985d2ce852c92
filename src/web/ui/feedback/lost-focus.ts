/** As `ref` of the element that replaces a pressed button: takes the focus if the removed button had it. */
export function restoreLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
