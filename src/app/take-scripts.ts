import type { AnyRouter } from '@tanstack/react-router'

/** Instead of naming its scripts where browsers fetch them at once, the page is told of them: the first one begins. */
export function takeScripts(router: AnyRouter): void {
  const manifest = router.ssr?.manifest
  if (!manifest) return
  const routes = router.state.matches.flatMap(({ routeId }) => manifest.routes[routeId] ?? [])
  const entries = routes.flatMap(({ scripts = [] }) => scripts.flatMap(({ attrs }) => attrs?.src ?? []))
  const others = routes.flatMap(({ preloads = [] }) =>
    preloads.map((link) => (typeof link === 'string' ? link : link.href)),
  )
  const lateScripts = [...new Set<string>([...entries, ...others])]
  router.options.context = { ...router.options.context, lateScripts }
  const withStyles = Object.entries(manifest.routes).map(([id, { css }]) => [id, { css }])
  router.ssr = { manifest: { ...manifest, routes: Object.fromEntries(withStyles) } }
}
