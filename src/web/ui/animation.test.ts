import { beforeEach, describe, expect, test, vi } from 'vitest'
import { siteDefaults } from '#domain/sites/defaults.ts'
import { type AnimationSettings, pageTransitions } from '#domain/sites/site.ts'
import { allowedAnimation, motionCss, pageTransitionTypes } from '#web/ui/animation.tsx'

const settings: AnimationSettings = { ...siteDefaults.animation, defaultPageTransition: 'fade' }
const nothing = { pageTransitions: false, componentAnimations: false }

describe('allowed motion', () => {
  test('animation follows the settings of the site', () => {
    expect(allowedAnimation(settings)).toEqual(settings)
  })

  test('disables all animation for a visitor with reduced motion', () => {
    expect(allowedAnimation(settings, true)).toMatchObject({ ...nothing, reducedMotion: true })
  })

  test.each([{ enabled: false }, { reducedMotion: true }])('disables all animation when the site sets %o', (change) => {
    expect(allowedAnimation({ ...settings, ...change })).toMatchObject(nothing)
  })
})

describe('the CSS variables', () => {
  test('the transitions of components hold the duration in seconds and the easing', () => {
    expect(motionCss(settings)).toBe(
      ':root{--theme-change:200ms;--page-duration:0.3s;--motion-duration:0.3s;--motion-easing:ease-in-out}',
    )
  })

  test('set a page duration of 0 when page transitions are off', () => {
    expect(motionCss({ ...settings, pageTransitions: false })).toContain('--page-duration:0s;--motion-duration:0.3s')
  })

  test('no component has a transition when component animations are off', () => {
    const css = motionCss({ ...settings, componentAnimations: false })
    expect(css).toContain('--page-duration:0.3s;--motion-duration:0s')
    expect(css).toContain('transition-duration:0s!important')
  })
})

describe('the page transition', () => {
  let still = false
  beforeEach(() => {
    still = false
    vi.stubGlobal('window', { matchMedia: () => ({ matches: still }) })
    return () => vi.unstubAllGlobals()
  })
  const location = (pathname: string, at: number) => ({ pathname, state: { __TSR_index: at } })
  const on = { fromLocation: location('/', 0), toLocation: location('/tour', 1), pathChanged: true }
  const back = { fromLocation: location('/tour', 1), toLocation: location('/', 0), pathChanged: true }

  test.each(pageTransitions)('is %s when the site configures it', (defaultPageTransition) => {
    const types = pageTransitionTypes({ ...settings, defaultPageTransition }, on)
    expect(types).toEqual([`page-${defaultPageTransition}`, 'page-on'])
  })

  test('reverses the page transition when the visitor goes back', () => {
    expect(pageTransitionTypes(settings, back)).toEqual(['page-fade', 'page-back'])
  })

  test.each([
    ['the first page', settings, { ...on, fromLocation: undefined }],
    ['a filter or an anchor of the same page', settings, { ...on, pathChanged: false }],
    ['the admin area', settings, { ...on, toLocation: location('/admin/login', 1) }],
    ['a site that is not known yet', undefined, on],
    ['a site without page transitions', { ...settings, pageTransitions: false }, on],
  ])('plays no page transition for %s', (_, animation, navigation) => {
    expect(pageTransitionTypes(animation, navigation)).toBe(false)
  })

  test('plays no page transition under reduced motion', () => {
    still = true
    expect(pageTransitionTypes(settings, on)).toBe(false)
  })

  test('is on for a public path that only starts like the admin area', () => {
    expect(pageTransitionTypes(settings, { ...on, toLocation: location('/administration', 1) })).toBeTruthy()
  })
})
