import { expect, test } from 'vitest'
import { attachment } from '#domain/files/disposition.ts'

test.each([
  ['Low Water.mp3', `attachment; filename="Low Water.mp3"; filename*=UTF-8''Low%20Water.mp3`],
  [
    'Nächte "am"\r\n Ufer (*)\'.mp3',
    `attachment; filename="Nachte _am___ Ufer (*)'.mp3"; filename*=UTF-8''N%C3%A4chte%20%22am%22%0D%0A%20Ufer%20%28%2A%29%27.mp3`,
  ],
  ['夜.flac', `attachment; filename="_.flac"; filename*=UTF-8''%E5%A4%9C.flac`],
  ['a\\b/c%41.zip', `attachment; filename="a_b_c_41.zip"; filename*=UTF-8''a%5Cb%2Fc%2541.zip`],
  ['half \ud83d.wav', `attachment; filename="half _.wav"; filename*=UTF-8''half%20%EF%BF%BD.wav`],
])('%j is saved under its name', (name, header) => {
  expect(attachment(name)).toBe(header)
  // A header may hold nothing else.
  expect(header).toMatch(/^[\x20-\x7e]+$/)
})
