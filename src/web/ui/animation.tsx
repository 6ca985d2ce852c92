import { useSyncExternalStore } from 'react'
import type { AnimationSettings } from '#domain/sites/site.ts'
import { themeChangeMs } from '#domain/ui/shell.ts'
import { useWebsite } from '#web/ui/website.tsx'

const stillness = '(prefers-reduced-motion: reduce)'
export const prefersStillness = (): boolean => window.matchMedia(stillness).matches

/** What may move: nothing when animation is off, or stillness is asked for by the site or by the visitor's system. */
export function allowedMotion(settings: AnimationSettings, visitorAsksForStillness = false): AnimationSettings {
  const reducedMotion = settings.reducedMotion || visitorAsksForStillness
  const moves = settings.enabled && !reducedMotion
  return {
    ...settings,
    reducedMotion,
    pageTransitions: moves && settings.pageTransitions,
    componentAnimations: moves && settings.componentAnimations,
  }
}

/** The site's animation settings as they apply to this visitor. */
export function useAnimation(): AnimationSettings {
  const still = useSyncExternalStore(watchStillness, prefersStillness, () => false)
  return allowedMotion(useWebsite().animation, still)
}

function watchStillness(changed: () => void) {
  const query = window.matchMedia(stillness)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const easings: Record<AnimationSettings['easing'], string> = {
  linear: 'linear',
  easeIn: 'ease-in',
  easeOut: 'ease-out',
  easeInOut: 'ease-in-out',
}

/** The settings for the stylesheets; goes into the head beside the site's colours. */
export function motionCss(settings: AnimationSettings): string {
  const { pageTransitions, componentAnimations, duration, easing } = allowedMotion(settings)
  const seconds = (moves: boolean) => `${moves ? duration : 0}s`
  const variables = `:root{--theme-change:${themeChangeMs}ms;--page-duration:${seconds(pageTransitions)};--motion-duration:${seconds(componentAnimations)};--motion-easing:${easings[easing]}}`
  const still = '*,::before,::after{animation-duration:0s!important;transition-duration:0s!important}'
  return componentAnimations ? variables : variables + still
}

type Place = { pathname: string; state: { __TSR_index?: number } }
type Move = { fromLocation?: Place; toLocation: Place; pathChanged: boolean }

/** For the router's `viewTransition.types`: how the public pages change places, or false where they just do. */
export function pageTransitionTypes(settings: AnimationSettings | undefined, move: Move): string[] | false {
  const { fromLocation: from, toLocation: to, pathChanged } = move
  if (!settings || !from || !pathChanged) return false
  if (isAdmin(from) || isAdmin(to)) return false
  const { pageTransitions, defaultPageTransition } = allowedMotion(settings, prefersStillness())
  if (!pageTransitions) return false
  const goesBack = (to.state.__TSR_index ?? 0) < (from.state.__TSR_index ?? 0)
  return [`page-${defaultPageTransition}`, goesBack ? 'page-back' : 'page-on']
}

const isAdmin = ({ pathname }: Place) => /^\/admin(\/|$)/.test(pathname)
