import type { AnyRouter } from '@tanstack/react-router'

type RouterState = Pick<AnyRouter, 'ssr'> & { state: { matches: { routeId: string }[] }; options: { context?: object } }

/** Instead of naming its scripts where a browser fetches them at once, the page is told of them: the first one begins. */
export function deferScripts<Router extends RouterState>(router: Router): Router {
  const manifest = router.ssr?.manifest
  if (!manifest) return router
  const routes = router.state.matches.flatMap(({ routeId }) => manifest.routes[routeId] ?? [])
  const entries = routes.flatMap(({ scripts = [] }) => scripts.flatMap(({ attrs }) => attrs?.src ?? []))
  const others = routes.flatMap(({ preloads = [] }) =>
    preloads.map((each) => (typeof each === 'string' ? each : each.href)),
  )
  router.options.context = { ...router.options.context, lateScripts: [...new Set<string>([...entries, ...others])] }
  const withStyles = Object.entries(manifest.routes).map(([id, { css }]) => [id, { css }])
  router.ssr = { manifest: { ...manifest, routes: Object.fromEntries(withStyles) } }
  return router
}
