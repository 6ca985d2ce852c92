import { afterEach, expect, test, vi } from 'vitest'
import { analyticsTexts } from '#domain/texts/analytics.ts'
import { fetchFile } from '#web/admin/ui/save-file.ts'
import { ApiError } from '#web/api-response.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (answer: Response) => vi.stubGlobal('fetch', async () => answer)

test('saveFile returns a file of the API and its name', async () => {
  answering(new Response('a,b', { headers: { 'content-disposition': 'attachment; filename="orders.csv"' } }))
  const { file, name } = await fetchFile('/file.csv')
  expect([name, await file.text()]).toEqual(['orders.csv', 'a,b'])
})

test('saveFile rejects with the refusal of the API instead of saving it as a file', async () => {
  const refusal = { error: analyticsTexts.downloadsFailed, reason: 'download-analytics-failed' } as const
  answering(Response.json(refusal, { status: 500 }))
  await expect(fetchFile('/file.csv')).rejects.toEqual(new ApiError(500, refusal))
  answering(new Response('<html>', { status: 502 }))
  await expect(fetchFile('/file.csv')).rejects.toMatchObject({ status: 502, reason: 'unexpected' })
})

test('saveFile rejects when the connection breaks off midway', async () => {
  let isBroken = false
  const body = new ReadableStream({
    pull: (line) => {
      if (isBroken) line.error(new TypeError('network'))
      else line.enqueue(new TextEncoder().encode('a,b'))
      isBroken = true
    },
  })
  answering(new Response(body))
  await expect(fetchFile('/file.csv')).rejects.toThrow('network')
})
