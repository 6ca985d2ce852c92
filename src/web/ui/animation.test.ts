import { beforeEach, describe, expect, test, vi } from 'vitest'
import { standard } from '#domain/sites/defaults.ts'
import { type AnimationSettings, pageTransitions } from '#domain/sites/site.ts'
import { allowedMotion, motionCss, pageTransitionTypes } from '#web/ui/animation.tsx'

const settings: AnimationSettings = { ...standard.animation, defaultPageTransition: 'fade' }
const nothing = { pageTransitions: false, componentAnimations: false }

describe('what may move', () => {
  test('all that the site asks for', () => {
    expect(allowedMotion(settings)).toEqual(settings)
  })

  test('nothing for a visitor whose system asks for stillness', () => {
    expect(allowedMotion(settings, true)).toMatchObject({ ...nothing, reducedMotion: true })
  })

  test.each([{ enabled: false }, { reducedMotion: true }])('nothing where the site says %o', (change) => {
    expect(allowedMotion({ ...settings, ...change })).toMatchObject(nothing)
  })
})

describe('the variables of the stylesheets', () => {
  test('carry the duration in seconds and the curve', () => {
    expect(motionCss(settings)).toBe(
      ':root{--theme-change:200ms;--page-duration:0.3s;--motion-duration:0.3s;--motion-easing:ease-in-out}',
    )
  })

  test('say zero for pages that just change', () => {
    expect(motionCss({ ...settings, pageTransitions: false })).toContain('--page-duration:0s;--motion-duration:0.3s')
  })

  test('stop every part where components stand still', () => {
    const css = motionCss({ ...settings, componentAnimations: false })
    expect(css).toContain('--page-duration:0.3s;--motion-duration:0s')
    expect(css).toContain('transition-duration:0s!important')
  })
})

describe('the way from page to page', () => {
  let still = false
  beforeEach(() => {
    still = false
    vi.stubGlobal('window', { matchMedia: () => ({ matches: still }) })
    return () => vi.unstubAllGlobals()
  })
  const place = (pathname: string, at: number) => ({ pathname, state: { __TSR_index: at } })
  const on = { fromLocation: place('/', 0), toLocation: place('/tour', 1), pathChanged: true }
  const back = { fromLocation: place('/tour', 1), toLocation: place('/', 0), pathChanged: true }

  test.each(pageTransitions)('is %s when the site says so', (defaultPageTransition) => {
    const types = pageTransitionTypes({ ...settings, defaultPageTransition }, on)
    expect(types).toEqual([`page-${defaultPageTransition}`, 'page-on'])
  })

  test('turns round when the visitor goes back', () => {
    expect(pageTransitionTypes(settings, back)).toEqual(['page-fade', 'page-back'])
  })

  test.each([
    ['the first page', settings, { ...on, fromLocation: undefined }],
    ['a filter or an anchor of the same page', settings, { ...on, pathChanged: false }],
    ['the admin area', settings, { ...on, toLocation: place('/admin/login', 1) }],
    ['a site that is not known yet', undefined, on],
    ['a site without page transitions', { ...settings, pageTransitions: false }, on],
  ])('is a plain change for %s', (_, asked, move) => {
    expect(pageTransitionTypes(asked, move)).toBe(false)
  })

  test('is a plain change under reduced motion', () => {
    still = true
    expect(pageTransitionTypes(settings, on)).toBe(false)
  })

  test('is animated for a public page that only begins like the admin area', () => {
    expect(pageTransitionTypes(settings, { ...on, toLocation: place('/administration', 1) })).toBeTruthy()
  })
})
