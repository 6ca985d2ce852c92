import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import type { ZipSourceFile } from '#web/admin/uploads/zip/types.ts'
import { streamZipPart } from '#web/admin/uploads/zip/zip-parts.ts'

const bytes = randomBytes(9 * 1024 * 1024 + 7)
const name = '01_tide.mp3'
const part = (changes: Partial<ZipSourceFile> = {}): ZipSourceFile => ({
  name,
  type: 'audio/mpeg',
  bytes: bytes.length,
  modified: 0,
  file: null,
  path: '/files/1',
  ...changes,
})

/** A server with prepared answers, and the requested range by default. */
function serverOf(answers: (Response | Error | 'cut' | null)[] = []) {
  const requests: string[] = []
  const waits: number[] = []
  const fetch = async (path: string, { headers }: RequestInit) => {
    const { range } = headers as { range: string }
    requests.push(`${path} ${range}`)
    const [from, to] = range.slice('bytes='.length).split('-').map(Number)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    if (answer === 'cut') return new Response(bytes.subarray(from, from! + 10), { status: 206 })
    return answer ?? new Response(bytes.subarray(from, to! + 1), { status: 206 })
  }
  const wait = async (ms: number) => void waits.push(ms)
  const read = (given: ZipSourceFile, signal = new AbortController().signal) =>
    new Response(streamZipPart(given, signal, { fetch, wait })).bytes().then((all) => Buffer.from(all))
  return { requests, waits, read }
}
const refused = (status: number) => new Response('', { status })

test('the archive reads a file of the server in ranges from first to last byte', async () => {
  const { requests, read } = serverOf()
  expect((await read(part())).equals(bytes)).toBe(true)
  expect(requests).toEqual([
    '/files/1 bytes=0-4194303',
    '/files/1 bytes=4194304-8388607',
    `/files/1 bytes=8388608-${bytes.length - 1}`,
  ])
})

test('the archive reads the owner’s local file if it is unchanged', async () => {
  const { requests, read } = serverOf()
  expect((await read(part({ file: new File([bytes], 'Tide.mp3') }))).equals(bytes)).toBe(true)
  expect(requests).toEqual([])
  expect((await read(part({ file: new File(['another'], 'Tide.mp3') }))).equals(bytes)).toBe(true)
  expect(requests).toHaveLength(3)
})

test('the archive is read on from the server when the local file becomes unreadable', async () => {
  const { requests, read } = serverOf()
  const file = new File([bytes], 'Tide.mp3')
  const slice = file.slice.bind(file)
  const gone = { arrayBuffer: () => Promise.reject(new DOMException('moved', 'NotReadableError')) } as Blob
  file.slice = (from, to) => (from === 0 ? slice(from, to) : gone)
  expect((await read(part({ file }))).equals(bytes)).toBe(true)
  expect(requests).toHaveLength(2)
})

test('the archive is read on from the server when a local slice is too short', async () => {
  const { requests, read } = serverOf()
  const file = new File([bytes], 'Tide.mp3')
  const slice = file.slice.bind(file)
  file.slice = (from, to) => slice(from, from ? from + 5 : to)
  expect((await read(part({ file }))).equals(bytes)).toBe(true)
  expect(requests).toHaveLength(2)
})

test('the archive requests a range again that breaks off or gets no answer', async () => {
  const { requests, waits, read } = serverOf(['cut', new TypeError('Failed to fetch'), refused(503)])
  expect((await read(part())).equals(bytes)).toBe(true)
  expect([requests.length, waits]).toEqual([6, [1_000, 2_000, 4_000]])
})

test.each([
  ['a recording that is not there', [refused(404)], albumZipTexts.trackMissing({ name }), 'final', 1],
  ['an owner who is signed out', [refused(401)], albumZipTexts.signedOut, 'final', 1],
  [
    'a line that stays broken',
    Array(9).fill(new TypeError('x')),
    albumZipTexts.trackUnreachable({ name }),
    'passing',
    4,
  ],
])('%s ends the archive with a message', async (_, answers, message, fault, tries) => {
  const { requests, read } = serverOf(answers)
  await expect(read(part())).rejects.toMatchObject({ message, fault })
  expect(requests).toHaveLength(tries)
})
