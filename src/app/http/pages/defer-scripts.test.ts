import { expect, test } from 'vitest'
import { deferScripts } from '#app/http/pages/defer-scripts.ts'

const routes = {
  __root__: {
    preloads: ['/assets/entry.js', '/assets/shared.js'],
    scripts: [{ attrs: { type: 'module', src: '/assets/entry.js' } }],
    css: ['/assets/root.css'],
  },
  '/tour': { preloads: [{ href: '/assets/tour.js' }, '/assets/shared.js'] },
  '/shop': { preloads: ['/assets/shop.js'] },
}
const router = () => ({
  ssr: { manifest: { routes } },
  state: { matches: [{ routeId: '__root__' }, { routeId: '/tour' }] },
  options: { context: { api: 'the API' } },
})

test('lists each script once, the entry first, and leaves the styles in place', () => {
  const { ssr, options } = deferScripts(router())
  expect(options.context).toEqual({
    api: 'the API',
    lateScripts: ['/assets/entry.js', '/assets/shared.js', '/assets/tour.js'],
  })
  expect(ssr?.manifest?.routes.__root__).toEqual({ css: ['/assets/root.css'] })
  expect(JSON.stringify(ssr)).not.toContain('.js')
})
