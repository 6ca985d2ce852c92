import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { attachRouterServerSsrUtils } from '@tanstack/react-router/ssr/server'
import { createElement, Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '#app/http/pages/render-page.ts'

async function made(component: () => React.ReactNode, signal = new AbortController().signal) {
  const routeTree = createRootRoute({ component })
  const router = createRouter({ routeTree, history: createMemoryHistory(), isServer: true })
  attachRouterServerSsrUtils({ router, manifest: { routes: {} } })
  await router.load()
  await router.serverSsr!.dehydrate()
  const failures: unknown[] = []
  const request = new Request('http://localhost/', { signal })
  const page = renderPage({ request, router, responseHeaders: new Headers() }, (error) => failures.push(error))
  return { page, failures }
}

const never = new Promise<string>(() => {})
const Waiting = () => use(never)
const broken = new Error('a component threw')
const Broken = () => {
  throw broken
}

test('renderPage returns a whole page', async () => {
  const { page, failures } = await made(() => createElement('p', null, 'Tour dates'))
  expect(await (await page).text()).toContain('<p>Tour dates</p>')
  expect(failures).toEqual([])
})

test('renderPage rejects and reports when the page throws', async () => {
  const { page, failures } = await made(Broken)
  await expect(page).rejects.toBe(broken)
  expect(failures).toEqual([broken])
})

test('reports an error inside a Suspense boundary and sends the page without that part', async () => {
  const { page, failures } = await made(() =>
    createElement(Suspense, { fallback: 'A part is missing' }, createElement(Broken)),
  )
  expect(await (await page).text()).toContain('A part is missing')
  expect(failures).toEqual([broken])
})

test.each([
  ['a page that waits for ever', Waiting],
  ['a page with a part that waits for ever', () => createElement(Suspense, { fallback: '…' }, createElement(Waiting))],
])('aborts %s at its deadline', async (_, component) => {
  const time = new AbortController()
  const { page, failures } = await made(component, time.signal)
  const over = new Error('over')
  setImmediate(() => time.abort(over))
  await expect(page).rejects.toBe(over)
  // React has been stopped too.
  await expect.poll(() => failures).toContain(over)
})

test('rejects a page whose signal is already aborted', async () => {
  const { page, failures } = await made(Broken, AbortSignal.abort(new Error('over')))
  await expect(page).rejects.toThrow('over')
  expect(failures).toEqual([])
})
