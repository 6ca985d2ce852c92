import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { builtFileRoutes } from '#app/http/files/built-files.ts'

const path = '/assets/page-a1b2.js'
const modified = 'Fri, 01 May 2026 12:00:00 GMT'

async function built() {
  const root = await mkdtemp(join(tmpdir(), 'built-files-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'assets'))
  const code = Buffer.from('run();'.repeat(100))
  const files: Record<string, Buffer> = {
    'page-a1b2.js': code,
    'page-a1b2.js.br': brotliCompressSync(code),
    'font.woff2': code,
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(root, 'assets', name), content)
    await utimes(join(root, 'assets', name), new Date(modified), new Date(modified))
  }
  const app = builtFileRoutes(root)
  return (headers: Record<string, string> = {}, at = path) => app.request(at, { headers })
}

test('a built file is cacheable for a year and varies by encoding', async () => {
  const ask = await built()
  const [plain, br] = [await ask(), await ask({ 'accept-encoding': 'gzip, br' })]
  for (const answer of [plain, br])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'last-modified': modified,
      vary: 'Accept-Encoding',
    })
  expect(br.headers.get('content-encoding')).toBe('br')
  expect(br.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  expect((await ask({}, '/assets/font.woff2')).headers.has('vary')).toBe(false)
})

test.each([
  [{ 'if-none-match': '"page-a1b2.js"' }, 304],
  [{ 'if-none-match': 'W/"page-a1b2.js"' }, 304],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"other"' }, 200],
  [{ 'if-modified-since': modified }, 304],
  [{ 'if-modified-since': 'Thu, 30 Apr 2026 12:00:00 GMT' }, 200],
  [{ 'if-modified-since': modified, 'if-none-match': '"other"' }, 200],
  [{ 'if-none-match': '"page-a1b2.js"', 'accept-encoding': 'br' }, 200],
])('a built file is answered to %j with %i', async (headers: Record<string, string>, status) => {
  const answer = await (await built())(headers)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect((await answer.arrayBuffer()).byteLength > 0).toBe(status === 200)
  expect(answer.headers.has('content-length')).toBe(status === 200)
})

test('forbids caching of a missing built file', async () => {
  const answer = await (await built())({ 'if-none-match': '*' }, '/assets/gone.js')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
})
