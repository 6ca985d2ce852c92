import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { visit } from '#tests/browser/harness.ts'

const server = createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><html lang=en><title>A page</title><link rel=icon href=data:,><script>throw 1</script>'),
).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
const { port } = server.address() as AddressInfo
const app = { address: () => `http://a.localhost:${port}`, log: () => 'what the server wrote' }

const evidence = 'test-results/browser-failed-journey'
afterAll(() => rmSync(evidence, { recursive: true, force: true }))

test.fails('a problem that the test does not expect fails it', async () => {
  await visit(app)
})

test('a failed test has left its screenshots, its trace and the log of the server in one folder', () => {
  const [folder, ...others] = readdirSync(evidence)
  expect(others).toEqual([])
  expect(folder).toMatch(/^a-problem-that-the-test-does-not-expect/)
  expect(readdirSync(`${evidence}/${folder}`).sort()).toEqual(['page-1.png', 'server.log', 'trace.zip'])
  expect(readFileSync(`${evidence}/${folder}/server.log`, 'utf8')).toBe('what the server wrote')
})
