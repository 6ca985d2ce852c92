import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { headerViolations } from '#tests/security-headers.ts'

const app = await startApp({
  env: {
    NODE_ENV: 'test',
    DEADLINE_MS: '',
    FAILPOINTS: 'pages.rendering=throw*2;pages.rendering=delay:20000*2',
    FAILPOINTS_PROOF: join(mkdtempSync(join(tmpdir(), 'stagedoor-proof-')), 'proof'),
  },
})

/** A page that is rendered for the page cache, and one that is made for the request. */
const paths = ['/tour', '/tour?q=kiel']
const look = async (path: string) => {
  const answer = await fetch(app.address() + path)
  return { answer, text: await answer.text(), id: answer.headers.get('x-request-id') }
}
const logged = () =>
  app
    .log()
    .split('\n')
    .flatMap((line) => (line.includes('"page failed"') ? [JSON.parse(line)] : []))

const expectApology = async ({ answer, text, id }: Awaited<ReturnType<typeof look>>, why: string) => {
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src/)
  expect(headerViolations(answer.headers)).toEqual([])
  expect(text).toContain('<h1>Something went wrong</h1>')
  expect(text).not.toMatch(/Marlow|<script|Error:|pages\.rendering|too long/)
  const reasons = () => logged().flatMap(({ requestId, err }) => (requestId === id ? [err.message] : []))
  await expect.poll(reasons).toEqual([why])
}

test('a page that fails to render shows an error page and logs the reason', async () => {
  for (const path of paths) await expectApology(await look(path), 'made to fail at pages.rendering')
})

test('a render that never ends times out, and the next request succeeds', async () => {
  const answers = await Promise.all(paths.map(look))
  for (const answer of answers) await expectApology(answer, 'The page took too long to make.')
  for (const path of paths) {
    const { answer, text } = await look(path)
    expect(answer.status).toBe(200)
    expect(text).toContain('Marlow Quay')
  }
})
