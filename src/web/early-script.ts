import { scriptsNotLoadedTexts } from '#domain/texts/own-frame-words.ts'
import { lazyImageMarginPx } from '#domain/ui/shell.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Dispatched once React has hydrated the page. */
export const hydratedEvent = 'alive'

/*
 * The functions of the inline script, which runs before all other scripts of the page. They are inlined as their own
 * source text, so each may only use its parameters and what the browser has.
 */

/**
 * The deferred scripts of a page, which `data-scripts` names: loaded after the first screen has been painted, so that
 * nothing competes with its picture and fonts, or at once when the visitor touches the page.
 */
function deferredScripts() {
  const own = document.currentScript as HTMLScriptElement
  const [entry, ...others] = own.dataset.scripts?.split(' ') ?? []
  const { nonce } = own
  own.remove()
  // The page would otherwise put its own deferred scripts into its head once more.
  const { $_TSR: start } = window as { $_TSR?: { router?: { manifest: unknown } } }
  if (entry && start?.router) start.router.manifest = undefined
  let hasBegun = false

  function load() {
    if (hasBegun || !entry) return
    hasBegun = true
    for (const href of others)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce }))
    const script = { type: 'module', async: true, src: entry, nonce }
    document.head.append(Object.assign(document.createElement('script'), script))
  }

  /** After the loaded pictures are decoded and a frame with them is painted. */
  async function loadAfterPaint() {
    const loaded = [...document.images].filter(({ complete, loading }) => complete && loading !== 'lazy')
    await Promise.allSettled(loaded.map((image) => image.decode()))
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)))
  }

  return { exist: Boolean(entry), load, loadAfterPaint }
}

/** Pictures (`web/ui/pictures/picture.tsx`) do not wait for the deferred scripts. */
function loadNearPictures(margin: number) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        target.removeAttribute('data-far')
        observer.unobserve(target)
      }
    },
    { rootMargin: `${margin}px` },
  )
  for (const picture of document.querySelectorAll('[data-far]')) observer.observe(picture)
}

/** What was entered into fields before hydration. */
function createEarlyInput() {
  const entered = new Map<Field, string | boolean>()

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

  function rememberFilledIn(form: HTMLFormElement) {
    for (const field of form.elements) if (isFilledIn(field as Field)) remember(field as Field)
  }

  /** React ignores an event when the value is the one it knows, so the field gets another value before. */
  async function enterValue(field: Field, value: string | boolean) {
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

  async function replay() {
    for (const [field, value] of entered) await enterValue(field, value)
  }

  return { remember, rememberFilledIn, replay }
}

/** Only a script can send a form with the method POST: the browser itself would get an empty form for an answer. */
function keepUnsent(form: HTMLFormElement, notLoaded: string): boolean {
  if (form.getAttribute('method') !== 'post') return false
  const sentence = { role: 'alert', textContent: notLoaded, className: 'basis-full font-medium text-error-ink' }
  // The bar of an editor is always in view, the end of a long form is not.
  const place = form.querySelector('footer') ?? form
  if (place.lastElementChild?.textContent !== notLoaded)
    place.append(Object.assign(document.createElement('p'), sentence))
  return true
}

type ReplayDeps = {
  scripts: ReturnType<typeof deferredScripts>
  input: ReturnType<typeof createEarlyInput>
  keepUnsent: (form: HTMLFormElement) => boolean
}

/** Records input, clicks and submits from before hydration, and replays them when the event `alive` comes. */
function replayEarlyEvents(alive: string, { scripts, input, keepUnsent }: ReplayDeps): void {
  /** A button that is pressed again because nothing has happened is clicked once. */
  const pressed = new Map<HTMLElement, HTMLElement | null>()
  const earlyEventTypes = ['pointerdown', 'keydown', 'focusin', 'scroll', 'input', 'click', 'submit']

  function onEarlyEvent(event: Event) {
    scripts.load()
    const { type, target } = event
    if (!(target instanceof Element)) return
    if (type === 'input') {
      input.remember(target as Field)
      event.stopImmediatePropagation()
    }
    // The browser itself opens a popover.
    const needsScripts = 'button[type=button]:not([popovertarget]), a[aria-haspopup]'
    const control = type === 'click' && target.closest<HTMLElement>(needsScripts)
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
    if (control && !ctrlKey && !metaKey && !shiftKey) queueForReplay(event, control, null)
    if (type === 'submit') {
      queueForReplay(event, target as HTMLElement, (event as SubmitEvent).submitter)
      input.rememberFilledIn(target as HTMLFormElement)
    }
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

  async function replay() {
    stop()
    // React hydrates nothing else during a render; events on unhydrated parts are lost.
    await new Promise<void>((done) => setTimeout(done))
    await input.replay()
    for (const [control, submitter] of pressed) {
      if (control instanceof HTMLFormElement) {
        // A submit does not hydrate the form, and the browser would send a form without fields, which nothing else has
        // hydrated. This event does.
        control.dispatchEvent(new Event('input', { bubbles: true }))
        control.requestSubmit(submitter)
      } else control.click()
      await null
    }
  }

  for (const type of earlyEventTypes)
    addEventListener(type, onEarlyEvent, { capture: true, passive: type === 'scroll' })
  addEventListener('error', onFailedScript, { capture: true })
  document.addEventListener(alive, replay, { once: true })
  addEventListener('load', scripts.loadAfterPaint)
}

/** The inline script as source text, the same on every page. */
export const earlyInlineScript = (): string => `{
const scripts=(${deferredScripts})(),near=()=>(${loadNearPictures})(${lazyImageMarginPx});
(${replayEarlyEvents})('${hydratedEvent}',{scripts,input:(${createEarlyInput})(),keepUnsent:form=>(${keepUnsent})(form,${JSON.stringify(scriptsNotLoadedTexts.sentence)})});
scripts.exist?near():document.addEventListener('DOMContentLoaded',near)
}`
