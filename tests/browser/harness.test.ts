import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import {
  checkAccessibility,
  expectProblem,
  screenshot,
  viewports,
  visit,
  waitForPendingRequests,
} from '#tests/browser/harness.ts'
import { unexpectedProblems } from '#tests/browser/problems.ts'

const pages: Record<string, string> = {
  '/': '<p id=time></p><script nonce=n>time.textContent = new Date().toISOString()</script>',
  '/warns': '<script nonce=n>console.warn("careful")</script>',
  '/errs': '<script nonce=n>console.error("alas")</script>',
  '/throws': '<script nonce=n>throw new Error("thrown")</script>',
  '/rejects': '<script nonce=n>Promise.reject(new Error("rejected"))</script>',
  '/misses-an-image': '<img src=/nowhere.png alt="">',
  '/asks-the-network': '<script nonce=n>fetch("https://fonts.example/a.css").catch(() => {})</script>',
  '/asks-another-site': '<script nonce=n>fetch("/", { mode: "no-cors" }).then(() => new Image().src = other)</script>',
  '/breaks-its-policy': '<script>1</script>',
  '/breaks-off': '<script nonce=n>fetch("/hang-up").catch(() => {})</script>',
  '/cancels':
    '<script nonce=n>const c = new AbortController(); fetch("/never", { signal: c.signal }).catch(() => {}); c.abort()</script>',
  '/waits': '<script nonce=n>fetch("/never").catch(() => {})</script>',
  '/pale': '<p style="color: #ccc">Hard to read</p>',
  '/scripted': '<p id=said>as served</p><script nonce=n>said.textContent = "changed"</script>',
  '/system':
    '<p id=said></p><script nonce=n>said.textContent = ["(prefers-color-scheme: dark)", "(prefers-reduced-motion)"].map((q) => matchMedia(q).matches)</script>',
}

const server = createServer((request, response) => {
  const path = request.url ?? '/'
  if (path === '/hang-up') return void request.socket.destroy()
  if (path === '/never') return
  const other = `http://b.localhost:${(server.address() as AddressInfo).port}/`
  response.writeHead(path in pages ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src * data:; script-src 'nonce-n' 'strict-dynamic'; style-src-attr 'unsafe-inline'",
  })
  response.end(
    `<!doctype html><html lang=en><title>A page</title><link rel=icon href=data:,><script nonce=n>const other = "${other}"</script><main><h1>A page</h1>${pages[path] ?? 'Nothing here'}</main>`,
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

const app = {
  address: (host = 'a.localhost') => `http://${host}:${(server.address() as AddressInfo).port}`,
  log: () => '',
}

/** The problem that the page has, awaited, since the browser may still be busy with it. */
async function problemOf(page: Page, wording: RegExp): Promise<void> {
  await expect.poll(() => unexpectedProblems(page.context())).toEqual([expect.stringMatching(wording)])
  expectProblem(page, wording)
}

test('reports no problem for a sound page', async () => {
  const page = await visit(app)
  expect(await unexpectedProblems(page.context())).toEqual([])
})

test('does not wait for pending requests of a closed page', async () => {
  const page = await visit(app)
  const other = await page.context().newPage()
  const pending = other.waitForRequest(/never/)
  await other.goto(`${app.address()}/waits`)
  await pending
  await other.close()
  await expect(waitForPendingRequests(page)).resolves.toBeUndefined()
})

test.each([
  ['a warning on the console', '/warns', /^console warning: careful/],
  ['an error on the console', '/errs', /^console error: alas/],
  ['a thrown error', '/throws', /^page error: .*thrown/],
  ['a rejected promise', '/rejects', /^page error: .*rejected/],
  ['a missing image', '/misses-an-image', /^404: GET .*nowhere\.png$/],
  ['a missing page', '/missing', /^404: GET .*missing$/],
  ['a request to the network', '/asks-the-network', /^request to another origin: GET https:\/\/fonts\.example/],
  [
    'a request to another site of the same process',
    '/asks-another-site',
    /^request to another origin: GET .*b\.localhost/,
  ],
  ['a script that the policy forbids', '/breaks-its-policy', /^console error: .*Content Security Policy/],
  ['a connection that breaks', '/breaks-off', /^failed: GET .*hang-up \(net::ERR_EMPTY_RESPONSE\)$/],
])('reports %s', async (_, path, wording) => {
  await problemOf(await visit(app, { path }), wording)
})

test.fails('an expected problem that does not occur fails the test', async () => {
  await visit(app, { expected: [/404/] })
})

test('reports a problem in a second window of the visitor', async () => {
  const page = await visit(app)
  const second = await page.context().newPage()
  await second.goto('/errs')
  await problemOf(page, /alas/)
})

test('ignores a request that the page aborts itself', async () => {
  const page = await visit(app, { path: '/cancels' })
  await page.waitForLoadState('networkidle')
  expect(await unexpectedProblems(page.context())).toEqual([])
})

test('an axe failure names the rule, the element and the fix', async () => {
  const page = await visit(app, { path: '/pale' })
  await expect(checkAccessibility(page)).rejects.toThrow(/color-contrast \(serious\).*Hard to read.*contrast of/s)
  await page.goto('/')
  await checkAccessibility(page)
})

test('applies viewport, theme and reduced motion of the visitor', async () => {
  const page = await visit(app, { path: '/system', viewport: 'phone', theme: 'dark', reducedMotion: true })
  expect(page.viewportSize()).toEqual(viewports.phone)
  expect(await page.locator('#said').textContent()).toBe('true,true')
  const other = await visit(app, { path: '/system' })
  expect(await other.locator('#said').textContent()).toBe('false,false')
})

test('a visitor without JavaScript sees the served page', async () => {
  const page = await visit(app, { path: '/scripted', javaScript: false })
  expect(await page.locator('#said').textContent()).toBe('as served')
  vi.stubEnv('SCREENSHOTS', 'on')
  await screenshot(page, 'harness')
  expect(existsSync('screenshots/harness-1440-light.png')).toBe(true)
})

test('the browser uses the clock of the test', async () => {
  const page = await visit(app, { now: '2031-12-31T23:59:00Z' })
  expect(await page.locator('#time').textContent()).toMatch(/^2031-12-31T23:59/)
  await page.clock.fastForward('02:00')
  expect(await page.evaluate(() => new Date().getUTCFullYear())).toBe(2032)
})

test('a screenshot is named after its width and theme', async () => {
  const page = await visit(app, { viewport: 'tablet', theme: 'dark' })
  const file = 'screenshots/harness-768-dark.png'
  await screenshot(page, 'harness')
  expect(existsSync(file)).toBe(false)
  vi.stubEnv('SCREENSHOTS', 'on')
  await screenshot(page, 'harness')
  expect(existsSync(file)).toBe(true)
})

const evidence = 'test-results/browser-harness'
afterAll(() => rmSync(evidence, { recursive: true, force: true }))
afterEach(() => {
  vi.unstubAllEnvs()
  for (const name of ['768-dark', '1440-light']) rmSync(`screenshots/harness-${name}.png`, { force: true })
})
