import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { closedSiteResponse, unknownHostResponse } from '#app/http/unserved-host.ts'

test('an unknown host is answered to a browser with a page', async () => {
  const answer = unknownHostResponse('text/html,application/xhtml+xml,*/*;q=0.8')
  const { status, headers } = answer
  expect([status, headers.get('content-type'), headers.get('vary'), headers.get('cache-control')]).toEqual([
    421,
    'text/html; charset=utf-8',
    'Accept',
    'no-store',
  ])
  const page = await answer.text()
  expect(page).toContain('<p>There is no website at this address.</p>')
  const style = /<style>([\s\S]*)<\/style>/.exec(page)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
})

test('the page for an unknown host has the banner of a trial installation', async () => {
  const banner = '<strong>This is a trial of a website.'
  expect(await unknownHostResponse('text/html', { staging: true }).text()).toContain(banner)
  expect(await unknownHostResponse('text/html').text()).not.toContain(banner)
})

test.each(['*/*', 'application/json', undefined])('programs that accept %s get JSON', async (accept) => {
  const answer = unknownHostResponse(accept)
  expect([answer.status, answer.headers.get('vary')]).toEqual([421, 'Accept'])
  expect(await answer.json()).toEqual({ error: 'There is no website at this address.', reason: 'unknown-host' })
})

test('answers 503 with Retry-After for a closed site', async () => {
  const answer = closedSiteResponse('text/html')
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    503,
    '3600',
    'no-store',
  ])
  expect(await answer.text()).toContain('<p>This website is closed at the moment.</p>')
  expect(await closedSiteResponse('*/*').json()).toMatchObject({ reason: 'site-closed' })
})
