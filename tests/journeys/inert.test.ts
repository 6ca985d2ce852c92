import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '#tests/browser/visit.ts'
import { expectInert } from '#tests/journeys/inert.ts'
import { payloads } from '#tests/journeys/payloads.ts'

/** A site with one sentence on each page. */
async function siteOf(sentences: readonly string[]): Promise<Page> {
  const context = await (await openBrowser()).newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.route('**/*', (route) => {
    const at = Number(new URL(route.request().url()).pathname.slice(1))
    const body = `<title>x</title><script nonce="ours">1</script><p>${sentences[at] ?? 'Welcome'}</p>`
    const headers = { 'content-security-policy': "script-src 'nonce-ours'" }
    return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body })
  })
  await page.goto('http://localhost/home')
  return page
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

test('expectInert accepts escaped payloads', async () => {
  const page = await siteOf(payloads.map(escaped))
  await expectInert(
    page,
    payloads.map((text, at) => ({ path: `/${at}`, shown: [text] })),
  )
})

test('expectInert fails for active content and missing text', async () => {
  const page = await siteOf(payloads)
  const outcomes = await Promise.all(
    payloads.map((_, at) =>
      expectInert(page, [{ path: `/${at}` }]).then(
        () => 'inert',
        () => 'noticed',
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'noticed').length).toBeGreaterThan(60)
  await expectInert(page, [{ path: '/home', shown: ['Welcome'] }])
  await expect(expectInert(page, [{ path: '/home', shown: ['Goodbye'] }])).rejects.toThrow()
  await expect(expectInert(page, [{ path: '/home', structured: ['Welcome'] }])).rejects.toThrow()
})
