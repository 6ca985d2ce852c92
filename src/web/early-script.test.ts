import { beforeEach, expect, test, vi } from 'vitest'
import { earlyInlineScript, hydratedEvent } from '#web/early-script.ts'

class FakeElement extends EventTarget {}
const inserted: { rel?: string; href?: string; src?: string }[] = []
let page: EventTarget
let browser: EventTarget
let next: (() => void)[]
let decoded: () => void
let intersect: (entries: { isIntersecting: boolean; target: object }[]) => void
let margin: string | undefined
const far = [{ removeAttribute: vi.fn() }, { removeAttribute: vi.fn() }]

const run = (code: string) => new Function(code)()
const promisesAreKept = () => new Promise(setImmediate)
const entryOf = () => inserted.find(({ src }) => src)?.src

beforeEach(() => {
  inserted.length = 0
  next = []
  browser = new EventTarget()
  const own = { dataset: { scripts: '/assets/entry.js /assets/tour.js' }, nonce: 'n', remove: vi.fn() }
  const decoding = Promise.withResolvers<void>()
  decoded = decoding.resolve
  const images = [
    { complete: true, decode: () => decoding.promise },
    { complete: true, decode: () => Promise.reject(new Error('It is broken.')) },
    // A picture outside of the viewport that was not requested.
    { complete: false, decode: () => new Promise(() => {}) },
    { complete: true, loading: 'lazy', decode: () => new Promise(() => {}) },
  ]
  page = Object.assign(new EventTarget(), {
    currentScript: own,
    images,
    querySelectorAll: (selector: string) => (selector === '[data-far]' ? far : []),
    head: { append: (element: object) => inserted.push(element) },
    createElement: () => ({}),
  })
  vi.stubGlobal('document', page)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(then: typeof intersect, { rootMargin }: { rootMargin: string }) {
        intersect = then
        margin = rootMargin
      }
      observe() {}
      unobserve() {}
    },
  )
  vi.stubGlobal('window', { $_TSR: { router: { manifest: {} } } })
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => next.push(then))
  vi.stubGlobal('setTimeout', (then: () => void) => next.push(then))
  run(earlyInlineScript())
})

test('loads the deferred scripts once, after the first paint and the first picture', async () => {
  expect(inserted).toEqual([])
  browser.dispatchEvent(new Event('load'))
  await promisesAreKept()
  expect(next).toEqual([])
  decoded()
  await promisesAreKept()
  for (const waited of ['a frame', 'the next one', 'its end']) {
    expect(inserted, waited).toEqual([])
    next.shift()!()
  }
  expect(inserted).toMatchObject([
    { rel: 'modulepreload', href: '/assets/tour.js', nonce: 'n' },
    { type: 'module', src: '/assets/entry.js', nonce: 'n' },
  ])
  browser.dispatchEvent(new Event('pointerdown'))
  expect(inserted).toHaveLength(2)
})

test.each(['pointerdown', 'keydown', 'focusin', 'scroll', 'input', 'click', 'submit'])(
  '%s loads the deferred scripts at once',
  (type) => {
    browser.dispatchEvent(new Event(type))
    expect(entryOf()).toBe('/assets/entry.js')
  },
)

test('pictures load within 50 px of the window, without any other script', () => {
  expect(margin).toBe('50px')
  intersect([
    { isIntersecting: true, target: far[0]! },
    { isIntersecting: false, target: far[1]! },
  ])
  expect(far[0]!.removeAttribute).toHaveBeenCalledWith('data-far')
  expect(far[1]!.removeAttribute).not.toHaveBeenCalled()
  expect(inserted).toEqual([])
})

test('loads no deferred scripts on a page that loads its scripts itself', () => {
  inserted.length = 0
  Object.assign(page, { currentScript: { dataset: {}, nonce: 'n', remove: vi.fn() } })
  browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  const router = { manifest: {} }
  vi.stubGlobal('window', { $_TSR: { router } })
  run(earlyInlineScript())
  browser.dispatchEvent(new Event('pointerdown'))
  expect(inserted).toEqual([])
  expect(router.manifest).toBeDefined()
})

test('stops recording early events after hydration', () => {
  page.dispatchEvent(new Event(hydratedEvent))
  browser.dispatchEvent(new Event('pointerdown'))
  expect(inserted).toEqual([])
})

test('the early script contains nothing that ends an inline script element', () => {
  expect(earlyInlineScript()).not.toMatch(/<\/script|<!--/i)
})
