import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eraseGpsLocation } from '#server/media/erase-gps-location.ts'

const part = (name: string, content: Buffer | string) => {
  const body = Buffer.from(content as string)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}
const where = '+51.9333+001.2833+012.000/'
const frames = part('mdat', `frames that look like ${where}`)

async function film(...parts: Buffer[]) {
  const folder = await mkdtemp(join(tmpdir(), 'film-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'film.mp4')
  await writeFile(file, Buffer.concat([part('ftyp', 'isom'), ...parts]))
  return file
}

test.each([
  ['before the frames', (about: Buffer) => [about, frames]],
  ['after them', (about: Buffer) => [frames, about]],
])('removes location data %s and leaves the frames unchanged', async (_, parts) => {
  const file = await film(...parts(part('moov', `\xa9xyz ${where} made by a phone`)))
  const before = await readFile(file)
  const changed = await eraseGpsLocation(file)
  const after = await readFile(file)
  expect(changed?.sha256).toBe(createHash('sha256').update(after).digest('hex'))
  expect(after).toHaveLength(before.length)
  expect(after.toString('latin1')).toContain('+00.0000+000.0000+000.000/ made by a phone')
  expect(after.includes(frames)).toBe(true)
})

test('leaves a file without location data unchanged', async () => {
  const file = await film(part('moov', 'version 1.0+2.0'), frames)
  expect(await eraseGpsLocation(file)).toBeNull()
})

test.each([Buffer.alloc(0), Buffer.from('no film at all'), part('free', '')])(
  'leaves a file that is not a film unchanged',
  async (bytes) => {
    expect(await eraseGpsLocation(await film(bytes))).toBeNull()
  },
)
