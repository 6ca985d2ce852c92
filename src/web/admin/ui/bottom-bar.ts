/** The ref of a bar at the bottom edge: toasts stay above it, and a field that gets the focus is scrolled clear of it. */
export function bottomBarRef(bar: HTMLElement | null) {
  if (!bar) return
  const sheet = new CSSStyleSheet()
  const measure = () => {
    // At the end of a page the bar stands higher than at the edge of the window.
    const room = `${Math.ceil(Math.max(0, innerHeight - bar.getBoundingClientRect().top))}px`
    // A variable on the root would make the browser restyle the whole page.
    sheet.replaceSync(`html{scroll-padding-bottom:${room}}[data-still=notices]{--action-bar:${room}}`)
  }
  const sizes = new ResizeObserver(measure)
  sizes.observe(bar)
  sizes.observe(document.body)
  window.addEventListener('scroll', measure, { passive: true })
  window.addEventListener('resize', measure)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    sizes.disconnect()
    window.removeEventListener('scroll', measure)
    window.removeEventListener('resize', measure)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}

/** A bar as wide as the page. */
export const bottomBarClass =
  'sticky bottom-0 z-2 -mx-4 border-line border-t bg-raised px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-10 lg:px-10'
