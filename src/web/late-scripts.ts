type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Dispatched once React has hydrated the page. */
export const aliveEvent = 'alive'

/**
 * Runs first in the page and loads all other scripts: after the first screen has been painted, so that nothing competes
 * with its picture and fonts, or at once when the visitor touches the page. Input and clicks from before hydration are
 * replayed then. It is inlined as its own source text, so it may only use what the browser has.
 */
function deferScripts(alive: string): void {
  const own = document.currentScript as HTMLScriptElement
  const [entry = '', ...others] = own.dataset.scripts?.split(' ') ?? []
  const { nonce } = own
  own.remove()
  // The page would otherwise put its own scripts into its head once more.
  const { $_TSR: start } = window as { $_TSR?: { router?: { manifest: unknown } } }
  if (start?.router) start.router.manifest = undefined

  const entered = new Map<Field, string | boolean>()
  /** A button that is pressed again because nothing has happened is clicked once. */
  const pressed = new Map<HTMLElement, HTMLElement | null>()
  const earlyEventTypes = ['pointerdown', 'keydown', 'focusin', 'scroll', 'input', 'click', 'submit']
  let hasBegun = false

  function begin() {
    if (hasBegun) return
    hasBegun = true
    for (const href of others)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce }))
    const script = { type: 'module', async: true, src: entry, nonce, onerror: giveUp }
    document.head.append(Object.assign(document.createElement('script'), script))
  }

  /** After the loaded pictures are decoded and a frame with them is painted. */
  async function beginWhenSeen() {
    const come = [...document.images].filter(({ complete }) => complete)
    await Promise.allSettled(come.map((image) => image.decode()))
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  }

  function onEarlyEvent(event: Event) {
    begin()
    const { type, target } = event
    if (!(target instanceof Element)) return
    if (type === 'input') {
      const field = target as Field
      entered.set(
        field,
        field.type === 'checkbox' || field.type === 'radio' ? (field as HTMLInputElement).checked : field.value,
      )
      event.stopImmediatePropagation()
    }
    const control = type === 'click' && target.closest<HTMLElement>('button[type=button], a[aria-haspopup]')
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
    if (control && !ctrlKey && !metaKey && !shiftKey) queueForReplay(event, control, null)
    if (type === 'submit') queueForReplay(event, target as HTMLElement, (event as SubmitEvent).submitter)
  }

  function queueForReplay(event: Event, control: HTMLElement, submitter: HTMLElement | null) {
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.set(control, submitter)
  }

  function stop() {
    for (const type of earlyEventTypes) removeEventListener(type, onEarlyEvent, { capture: true })
  }

  /** The scripts cannot be loaded: lets the browser do what it does without scripts. */
  function giveUp() {
    stop()
    const [last] = [...pressed.keys()].reverse()
    if (last instanceof HTMLFormElement) last.submit()
    else if (last instanceof HTMLAnchorElement) location.assign(last.href)
  }

  async function replay() {
    stop()
    // React hydrates nothing else during a render; events on unhydrated parts are lost.
    await new Promise<void>((done) => setTimeout(done))
    for (const [field, value] of entered) await enter(field, value)
    for (const [control, submitter] of pressed) {
      if (control instanceof HTMLFormElement) control.requestSubmit(submitter)
      else control.click()
      await null
    }
  }

  /** React ignores an event when the value is the one it knows, so the field gets another value before. */
  async function enter(field: Field, value: string | boolean) {
    const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))
    // The event hydrates the boundary first.
    dispatch('input')
    if (typeof value === 'boolean') {
      ;(field as HTMLInputElement).checked = !value
      field.click()
    } else {
      const { selectionStart, selectionEnd } = field as HTMLInputElement
      field.value = value ? '' : ' '
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
      if (selectionStart != null) (field as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd)
      dispatch('input')
      dispatch('change')
    }
    await null
  }

  for (const type of earlyEventTypes)
    addEventListener(type, onEarlyEvent, { capture: true, passive: type === 'scroll' })
  document.addEventListener(alive, replay, { once: true })
  addEventListener('load', beginWhenSeen)
}

export const lateScript = (): string => `(${deferScripts})('${aliveEvent}')`
