import fc from 'fast-check'
import { expect, test } from 'vitest'
import { multipartBoundaryOf, readMultipartParts } from '#server/files/multipart.ts'

async function* inPieces(bytes: Uint8Array, sizes: number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes.length ? sizes[turn % sizes.length]! : bytes.length)
    yield bytes.slice(at, at + size)
    at += size
  }
}

async function read(bytes: Uint8Array, boundary: string, sizes: number[] = []) {
  const found: { name: string; content: Buffer }[] = []
  for await (const { name, content } of readMultipartParts(inPieces(bytes, sizes), boundary)) {
    const pieces = []
    for await (const piece of content) pieces.push(Buffer.from(piece))
    found.push({ name, content: Buffer.concat(pieces) })
  }
  return found
}

async function written(form: FormData) {
  const response = new Response(form)
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    boundary: multipartBoundaryOf(response.headers.get('content-type')!)!,
  }
}

test('parses a browser’s form however it is split into pieces', async () => {
  // Bytes that look like the boundary occur often.
  const tricky = fc.array(fc.oneof(fc.constantFrom(13, 10, 45), fc.nat(255)), { maxLength: 300 })
  const part = fc.record({ name: fc.stringMatching(/^[a-zA-Z]{1,12}$/), content: tricky, isFile: fc.boolean() })
  const sizes = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), sizes, async (parts, cuts) => {
      const form = new FormData()
      for (const { name, content, isFile } of parts)
        if (isFile) form.append(name, new Blob([Uint8Array.from(content)]), 'x.bin')
        else form.append(name, String(content))
      const { bytes, boundary } = await written(form)
      const expected = parts.map(({ name, content, isFile }) => ({
        name,
        content: isFile ? Buffer.from(content) : Buffer.from(String(content)),
      }))
      expect(await read(bytes, boundary, cuts)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('skips parts that are not read', async () => {
  const form = new FormData()
  form.append('chunk', new Blob(['x'.repeat(1000)]))
  form.append('sessionId', 'abc')
  const { bytes, boundary } = await written(form)
  const names = []
  for await (const { name } of readMultipartParts(inPieces(bytes, [64]), boundary)) names.push(name)
  expect(names).toEqual(['chunk', 'sessionId'])
})

test('rejects a form that breaks off anywhere', async () => {
  const form = new FormData()
  form.append('a', '1')
  form.append('chunk', new Blob(['0123456789']))
  const { bytes, boundary } = await written(form)
  for (let length = 0; length < bytes.length - 3; length++)
    await expect(read(bytes.slice(0, length), boundary, [7]), `${length}`).rejects.toMatchObject({
      reason: 'malformed',
    })
})

test.each([
  ['no name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'],
  ['a word before the first part', 'hello\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--'],
  ['no headers', '--b\r\n\r\nx\r\n--b--'],
  ['an endless header', `--b\r\nContent-Disposition: form-data; name="${'x'.repeat(9000)}"\r\n\r\nx\r\n--b--`],
  ['rubbish behind the mark', '--bxx\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--'],
  ['too many parts', `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(50)}--b--`],
])('rejects %s', async (_, text) => {
  await expect(read(Buffer.from(text), 'b')).rejects.toMatchObject({ reason: 'malformed' })
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b"', 'a b'],
  ['application/json', null],
  ['multipart/form-data', null],
  [undefined, null],
])('%j has the boundary %j', (header, boundary) => expect(multipartBoundaryOf(header)).toBe(boundary))
