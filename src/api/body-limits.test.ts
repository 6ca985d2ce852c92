import { expect, test } from 'vitest'
import { bodyLimitsOfVisitorRoutes, maxBytesOf, pathsWithOwnBodyLimit } from '#api/body-limits.ts'
import { operationsOf } from '#api/openapi.ts'
import type { Actor } from '#domain/actor.ts'
import { contactLimits } from '#domain/contact/contact.ts'
import { maxPictureBytes } from '#domain/images/upload.ts'
import { maxMediaBytes } from '#domain/media/own-file.ts'
import { maxChunkBytes } from '#domain/uploads/limits.ts'
import { newId } from '#server/db/id.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'

const database = await openTestDatabase(defaultEngine)
const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
const api = createTestApi(database, await createTestSite(database), actor)
const writes = operationsOf(api).filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const at = (path: string) => path.replaceAll(/:\w+(\{[^}]*\})?/g, '01a1dd45-5f4d-7c1d-9793-21a9544e5180')

const frame = 64 * 1024
const ofFiles: Record<string, number> = {
  '/api/admin/pictures': maxPictureBytes,
  '/api/admin/media/files': maxMediaBytes,
  '/api/upload/chunked': maxChunkBytes + frame,
  '/api/upload/ping': maxChunkBytes,
}

/** An endless body, sent in pieces. */
function endless(piece: Uint8Array, max: number) {
  let read = 0
  const stream = new ReadableStream(
    {
      pull: (controller) => {
        read += piece.length
        controller.enqueue(piece)
        if (read >= max) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, read: () => read }
}

async function send({ method, path }: { method: string; path: string }, headers: Record<string, string>, max: number) {
  const { stream, read } = endless(new Uint8Array(8 * 1024).fill(120), max)
  const init: RequestInit & { duplex: 'half' } = {
    method,
    body: stream,
    duplex: 'half',
    headers: { origin: 'http://localhost', 'content-type': 'application/json', ...headers },
  }
  const request = new Request(`http://localhost${at(path)}`, init)
  const answer = await api.request(request)
  return {
    status: answer.status,
    body: await answer.text(),
    connection: answer.headers.get('connection'),
    read: read(),
  }
}

test('every route with a body declares its limit', () => {
  expect(writes.length).toBeGreaterThan(90)
  expect(writes.filter(({ path }) => maxBytesOf(path) === null).map(({ path }) => path)).toEqual(pathsWithOwnBodyLimit)
  expect(Object.keys(ofFiles)).toEqual(pathsWithOwnBodyLimit)
})

test('every public route with a body declares its own limit', () => {
  const ofAnyone = operationsOf(api).filter(({ method, meta }) => method !== 'GET' && meta.access === 'anyone')
  expect(ofAnyone.length).toBeGreaterThan(15)
  const unnamed = ofAnyone.filter(
    ({ path }) => !bodyLimitsOfVisitorRoutes.some(([beginning]) => path.startsWith(beginning)),
  )
  expect(unnamed.map(nameOf)).toEqual([])
  const unused = bodyLimitsOfVisitorRoutes.filter(
    ([beginning]) => !writes.some(({ path }) => path.startsWith(beginning)),
  )
  expect(unused).toEqual([])
})

test('the longest contact message fits, also with every character escaped', () => {
  const emoji = (length: number) => '\\ud83d\\ude00'.repeat(length)
  const { name, subject, message } = contactLimits
  const texts = { name: emoji(name.max), subject: emoji(subject.max), message: emoji(message.max) }
  const rest = { email: 'a'.repeat(254), turnstileToken: 'a'.repeat(4_000), contactEmail: 'a'.repeat(1_000) }
  const fields = Object.entries({ ...texts, ...rest, websiteId: newId() })
  const body = `{${fields.map(([field, text]) => `"${field}":"${text}"`).join()}}`
  expect([...JSON.parse(body).message]).toHaveLength(message.max)
  expect(body.length).toBeLessThan(maxBytesOf('/functions/v1/contact-form')!)
})

test.each(writes.map((each) => [nameOf(each), each] as const))(
  '%s refuses a declared length above the limit without reading',
  async (_, each) => {
    const max = maxBytesOf(each.path) ?? ofFiles[each.path]!
    const isForm = each.path === '/api/upload/chunked'
    const type = isForm ? 'multipart/form-data; boundary=x' : 'application/json'
    const refused = await send(each, { 'content-type': type, 'content-length': String(max + 1) }, max + 1)
    expect([refused.status, refused.connection, refused.read]).toEqual([413, 'close', 0])
    expect(JSON.parse(refused.body)).toMatchObject({
      error: expect.any(String),
      reason: expect.stringMatching(/too-large$/),
    })
  },
)

test('reads a body without Content-Length up to the limit and no further', async () => {
  for (const each of writes.filter(({ path }) => maxBytesOf(path) !== null)) {
    const max = maxBytesOf(each.path)!
    const refused = await send(each, {}, 100 * 1024 * 1024)
    expect([refused.status, refused.connection], nameOf(each)).toEqual([413, 'close'])
    expect(refused.read, nameOf(each)).toBeLessThanOrEqual(max + 16 * 1024)
  }
})

test('reads a file without Content-Length up to the limit and no further', async () => {
  for (const path of ['/api/admin/pictures', '/api/upload/ping']) {
    const refused = await send({ method: 'POST', path }, {}, ofFiles[path]! + 1024 * 1024)
    expect(refused.status, path).toBe(413)
    expect(refused.read, path).toBeLessThanOrEqual(ofFiles[path]! + 16 * 1024)
  }
})
