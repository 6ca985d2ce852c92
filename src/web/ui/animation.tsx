import { useSyncExternalStore } from 'react'
import type { AnimationSettings } from '#domain/sites/site.ts'
import { themeTransitionMs } from '#domain/ui/shell.ts'
import { useWebsite } from '#web/ui/website.tsx'

const reducedMotionQuery = '(prefers-reduced-motion: reduce)'
export const prefersReducedMotion = (): boolean => window.matchMedia(reducedMotionQuery).matches

/** The allowed animations: none when the site turns them off, or the site or the visitor's system asks for reduced motion. */
export function allowedAnimation(settings: AnimationSettings, visitorPrefersReducedMotion = false): AnimationSettings {
  const reducedMotion = settings.reducedMotion || visitorPrefersReducedMotion
  const isAnimated = settings.enabled && !reducedMotion
  return {
    ...settings,
    reducedMotion,
    pageTransitions: isAnimated && settings.pageTransitions,
    componentAnimations: isAnimated && settings.componentAnimations,
  }
}

/** The site's animation settings as they apply to this visitor. */
export function useAnimation(): AnimationSettings {
  const still = useSyncExternalStore(watchReducedMotion, prefersReducedMotion, () => false)
  return allowedAnimation(useWebsite().animation, still)
}

function watchReducedMotion(changed: () => void) {
  const query = window.matchMedia(reducedMotionQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const easings: Record<AnimationSettings['easing'], string> = {
  linear: 'linear',
  easeIn: 'ease-in',
  easeOut: 'ease-out',
  easeInOut: 'ease-in-out',
}

/** The settings as CSS variables, for the head of the page. */
export function motionCss(settings: AnimationSettings): string {
  const { pageTransitions, componentAnimations, duration, easing } = allowedAnimation(settings)
  const seconds = (moves: boolean) => `${moves ? duration : 0}s`
  const variables = `:root{--theme-change:${themeTransitionMs}ms;--page-duration:${seconds(pageTransitions)};--motion-duration:${seconds(componentAnimations)};--motion-easing:${easings[easing]}}`
  const still = '*,::before,::after{animation-duration:0s!important;transition-duration:0s!important}'
  return componentAnimations ? variables : variables + still
}

type RouteLocation = { pathname: string; state: { __TSR_index?: number } }
type Navigation = { fromLocation?: RouteLocation; toLocation: RouteLocation; pathChanged: boolean }

/** For the router's `viewTransition.types`: the transition between public pages, or false for none. */
export function pageTransitionTypes(settings: AnimationSettings | undefined, move: Navigation): string[] | false {
  const { fromLocation: from, toLocation: to, pathChanged } = move
  if (!settings || !from || !pathChanged) return false
  if (isAdmin(from) || isAdmin(to)) return false
  const { pageTransitions, defaultPageTransition } = allowedAnimation(settings, prefersReducedMotion())
  if (!pageTransitions) return false
  const goesBack = (to.state.__TSR_index ?? 0) < (from.state.__TSR_index ?? 0)
  return [`page-${defaultPageTransition}`, goesBack ? 'page-back' : 'page-on']
}

const isAdmin = ({ pathname }: RouteLocation) => /^\/admin(\/|$)/.test(pathname)
