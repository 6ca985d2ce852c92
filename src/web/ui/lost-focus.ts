/** As a `ref` of what stands where the pressed button was: the next Tab goes on from here. Whoever is elsewhere stays. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
