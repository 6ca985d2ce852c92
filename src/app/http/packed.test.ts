import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packed } from '#app/http/packed.ts'

const words = 'The tour begins in spring. '.repeat(200)
const page = (body: string | null = words, status = 200) => new Response(body, { status, headers: { vary: 'Cookie' } })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a page for one visitor is packed as their browser reads it, and its length is said', async () => {
  const br = await packed(page(), 'gzip, deflate, br')
  expect([br.headers.get('content-encoding'), br.headers.get('vary')]).toEqual(['br', 'Cookie, Accept-Encoding'])
  const bytes = await bytesOf(br)
  expect(br.headers.get('content-length')).toBe(String(bytes.length))
  expect(brotliDecompressSync(bytes).toString()).toBe(words)
  const gzip = await packed(page(), 'gzip')
  expect(gzip.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(words)
})

test('whoever reads neither, or is told little, gets it as it is', async () => {
  const plain = await packed(page(), undefined)
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(words)
  const short = await packed(page('Not here.', 404), 'br')
  expect([short.status, short.headers.get('content-encoding'), await short.text()]).toEqual([404, null, 'Not here.'])
  const elsewhere = await packed(page(null, 307), 'br')
  expect([elsewhere.status, elsewhere.headers.get('content-length')]).toEqual([307, null])
})
