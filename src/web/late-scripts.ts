import { notLoadedTexts } from '#domain/texts/our-frame-words.ts'
import { imageMarginPx } from '#domain/ui/shell.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Dispatched once React has hydrated the page. */
export const aliveEvent = 'alive'

/**
 * Runs before all other scripts of the page. Records input, clicks and submits from before hydration and replays them
 * afterwards. On a page with deferred scripts (`data-scripts`) it also loads these: after the first screen has been
 * painted, so that nothing competes with its picture and fonts, or at once when the visitor touches the page. Pictures
 * (`web/ui/pictures/picture.tsx`) do not wait for them. It is inlined as its own source text, so it may only use what the browser
 * has.
 */
function replayEarlyEvents(alive: string, notLoaded: string, pictureMargin: number): void {
  const own = document.currentScript as HTMLScriptElement
  const [entry, ...others] = own.dataset.scripts?.split(' ') ?? []
  const { nonce } = own
  own.remove()
  // The page would otherwise put its own deferred scripts into its head once more.
  const { $_TSR: start } = window as { $_TSR?: { router?: { manifest: unknown } } }
  if (entry && start?.router) start.router.manifest = undefined

  const entered = new Map<Field, string | boolean>()
  /** A button that is pressed again because nothing has happened is clicked once. */
  const pressed = new Map<HTMLElement, HTMLElement | null>()
  const earlyEventTypes = ['pointerdown', 'keydown', 'focusin', 'scroll', 'input', 'click', 'submit']
  let hasBegun = false

  function begin() {
    if (hasBegun || !entry) return
    hasBegun = true
    for (const href of others)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce }))
    const script = { type: 'module', async: true, src: entry, nonce }
    document.head.append(Object.assign(document.createElement('script'), script))
  }

  /** After the loaded pictures are decoded and a frame with them is painted. */
  async function beginWhenSeen() {
    const come = [...document.images].filter(({ complete, loading }) => complete && loading !== 'lazy')
    await Promise.allSettled(come.map((image) => image.decode()))
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  }

  function loadNearPictures() {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue
          target.removeAttribute('data-far')
          observer.unobserve(target)
        }
      },
      { rootMargin: `${pictureMargin}px` },
    )
    for (const picture of document.querySelectorAll('[data-far]')) observer.observe(picture)
  }

  function onEarlyEvent(event: Event) {
    begin()
    const { type, target } = event
    if (!(target instanceof Element)) return
    if (type === 'input') {
      remember(target as Field)
      event.stopImmediatePropagation()
    }
    // The browser itself opens a popover.
    const needsScripts = 'button[type=button]:not([popovertarget]), a[aria-haspopup]'
    const control = type === 'click' && target.closest<HTMLElement>(needsScripts)
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
    if (control && !ctrlKey && !metaKey && !shiftKey) queueForReplay(event, control, null)
    if (type === 'submit') {
      queueForReplay(event, target as HTMLElement, (event as SubmitEvent).submitter)
      for (const field of (target as HTMLFormElement).elements) if (isFilledIn(field as Field)) remember(field as Field)
    }
  }

  /** The last input comes last: of two radio buttons it is the chosen one. */
  function remember(field: Field) {
    entered.delete(field)
    const hasMark = field.type === 'checkbox' || field.type === 'radio'
    entered.set(field, hasMark ? (field as HTMLInputElement).checked : field.value)
  }

  /** A password manager fills in fields without an event. */
  function isFilledIn(field: Field) {
    const isText = /^(text|email|password|search|tel|textarea)$/.test(field.type)
    return isText && !entered.has(field) && field.value !== (field as HTMLInputElement).defaultValue
  }

  function queueForReplay(event: Event, control: HTMLElement, submitter: HTMLElement | null) {
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.set(control, submitter)
    ;(submitter ?? control).dataset.queued = ''
  }

  function stop() {
    for (const type of earlyEventTypes) removeEventListener(type, onEarlyEvent, { capture: true })
    removeEventListener('error', onFailedScript, { capture: true })
    for (const control of document.querySelectorAll('[data-queued]')) control.removeAttribute('data-queued')
  }

  function onFailedScript({ target }: Event) {
    if (target instanceof HTMLScriptElement && target.type === 'module') giveUp()
  }

  /** The scripts cannot be loaded: lets the browser do what it does without scripts. */
  function giveUp() {
    stop()
    addEventListener('submit', (event) => keepUnsent(event.target as HTMLFormElement) && event.preventDefault())
    const [last] = [...pressed.keys()].reverse()
    if (last instanceof HTMLFormElement) keepUnsent(last) || last.submit()
    else if (last instanceof HTMLAnchorElement) location.assign(last.href)
  }

  /** Only a script can send a form with the method POST: the browser itself would get an empty form for an answer. */
  function keepUnsent(form: HTMLFormElement): boolean {
    if (form.getAttribute('method') !== 'post') return false
    const sentence = { role: 'alert', textContent: notLoaded, className: 'font-medium text-error-ink' }
    if (form.lastElementChild?.textContent !== notLoaded)
      form.append(Object.assign(document.createElement('p'), sentence))
    return true
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
    if (field.type === 'file') {
      dispatch('change')
    } else if (typeof value === 'boolean') {
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
  addEventListener('error', onFailedScript, { capture: true })
  document.addEventListener(alive, replay, { once: true })
  addEventListener('load', beginWhenSeen)
  // At the end of a page with deferred scripts, in the head of the others.
  if (entry) loadNearPictures()
  else document.addEventListener('DOMContentLoaded', loadNearPictures)
}

/** The script as source text, the same on every page. */
export const earlyScript = (): string =>
  `(${replayEarlyEvents})('${aliveEvent}',${JSON.stringify(notLoadedTexts.sentence)},${imageMarginPx})`
