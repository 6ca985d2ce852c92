type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Said once React has taken over the page. */
export const aliveEvent = 'alive'

/**
 * Runs first in the page and loads all other scripts: after the first screen has been painted, so that nothing competes
 * with its picture and fonts, or at once when the visitor touches the page. Input and clicks from before hydration are
 * replayed then. It is inlined as its own source text, so it may only use what the browser has.
 */
function comeLate(alive: string): void {
  const own = document.currentScript as HTMLScriptElement
  const [entry = '', ...others] = own.dataset.scripts?.split(' ') ?? []
  const { nonce } = own
  own.remove()
  // The page would otherwise put its own scripts into its head once more.
  const { $_TSR: start } = window as { $_TSR?: { router?: { manifest: unknown } } }
  if (start?.router) start.router.manifest = undefined

  const entered = new Map<Field, string | boolean>()
  /** Who presses a button again because nothing has happened means it once. */
  const pressed = new Map<HTMLElement, HTMLElement | null>()
  const heard = ['pointerdown', 'keydown', 'focusin', 'scroll', 'input', 'click', 'submit']
  let hasBegun = false

  function begin() {
    if (hasBegun) return
    hasBegun = true
    for (const href of others)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce }))
    const script = { type: 'module', async: true, src: entry, nonce, onerror: giveUp }
    document.head.append(Object.assign(document.createElement('script'), script))
  }

  /** A picture that has come must still be decoded, and a frame is seen by the time that the next one is drawn. */
  async function beginWhenSeen() {
    const come = [...document.images].filter(({ complete }) => complete)
    await Promise.allSettled(come.map((image) => image.decode()))
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  }

  function hear(event: Event) {
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
    if (control && !ctrlKey && !metaKey && !shiftKey) keep(event, control, null)
    if (type === 'submit') keep(event, target as HTMLElement, (event as SubmitEvent).submitter)
  }

  function keep(event: Event, control: HTMLElement, submitter: HTMLElement | null) {
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.set(control, submitter)
  }

  function stop() {
    for (const type of heard) removeEventListener(type, hear, { capture: true })
  }

  /** Without its scripts the page is what it is without any. */
  function giveUp() {
    stop()
    const [last] = [...pressed.keys()].reverse()
    if (last instanceof HTMLFormElement) last.submit()
    else if (last instanceof HTMLAnchorElement) location.assign(last.href)
  }

  async function tell() {
    stop()
    // While React is at work it takes over no further part, and what such a part is told is lost.
    await new Promise<void>((done) => setTimeout(done))
    for (const [field, value] of entered) await enter(field, value)
    for (const [control, submitter] of pressed) {
      if (control instanceof HTMLFormElement) control.requestSubmit(submitter)
      else control.click()
      await null
    }
  }

  /** React compares with what it knows last, which must therefore be something else. */
  async function enter(field: Field, value: string | boolean) {
    const say = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))
    // A part that has not been taken over yet is, before it hears this.
    say('input')
    if (typeof value === 'boolean') {
      ;(field as HTMLInputElement).checked = !value
      field.click()
    } else {
      const { selectionStart, selectionEnd } = field as HTMLInputElement
      field.value = value ? '' : ' '
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
      if (selectionStart != null) (field as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd)
      say('input')
      say('change')
    }
    await null
  }

  for (const type of heard) addEventListener(type, hear, { capture: true, passive: type === 'scroll' })
  document.addEventListener(alive, tell, { once: true })
  addEventListener('load', beginWhenSeen)
}

export const lateScript = (): string => `(${comeLate})('${aliveEvent}')`
