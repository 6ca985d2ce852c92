import { expect, test } from 'vitest'
import { attachmentDisposition, readableFileName, withFileExtension } from '#domain/files/file-names.ts'

test.each([
  ['Low Water.mp3', `attachment; filename="Low Water.mp3"; filename*=UTF-8''Low%20Water.mp3`],
  [
    'Nächte "am"\r\n Ufer (*)\'.mp3',
    `attachment; filename="Nachte _am___ Ufer (*)'.mp3"; filename*=UTF-8''N%C3%A4chte%20%22am%22%0D%0A%20Ufer%20%28%2A%29%27.mp3`,
  ],
  [
    'Łódź, Ærø.zip',
    `attachment; filename="Lodz, Aero.zip"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%2C%20%C3%86r%C3%B8.zip`,
  ],
  ['夜.flac', `attachment; filename="_.flac"; filename*=UTF-8''%E5%A4%9C.flac`],
  ['a\\b/c%41.zip', `attachment; filename="a_b_c_41.zip"; filename*=UTF-8''a%5Cb%2Fc%2541.zip`],
  ['half \ud83d.wav', `attachment; filename="half _.wav"; filename*=UTF-8''half%20%EF%BF%BD.wav`],
])('the Content-Disposition header of %j is ASCII and keeps the name', (name, header) => {
  expect(attachmentDisposition(name)).toBe(header)
  // A header may hold nothing else.
  expect(header).toMatch(/^[\x20-\x7e]+$/)
})

test.each([
  ['Nächte am Ufer.mp3', 'Nächte am Ufer.mp3'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Music\\a.flac', 'a.flac'],
  ['a\r\nb\0c.mp3', 'abc.mp3'],
  ['\u202Egpj.mp3', 'gpj.mp3'],
  ['what? <now>: "a|b*".mp3', 'what_ _now__ _a_b__.mp3'],
  ['..', 'file'],
  ['', 'file'],
  ['a/', 'file'],
  ['\ud800.mp3', '\ufffd.mp3'],
  ['🎸'.repeat(300), '🎸'.repeat(200)],
  [`${'x'.repeat(300)}.flac`, `${'x'.repeat(195)}.flac`],
])('the file name %j is shown as %j', (name, shown) => expect(readableFileName(name)).toBe(shown))

test.each([
  ['a.mp3', 'mp3', 'a.mp3'],
  ['a.MP3', 'mp3', 'a.MP3'],
  ['a.jpeg', 'jpg', 'a.jpeg'],
  ['a.mp3', 'flac', 'a.flac'],
  ['Vol. 2', 'zip', 'Vol. 2.zip'],
  ['a', 'mp3', 'a.mp3'],
])('%s with the extension of its type %s becomes %s', (name, ending, called) =>
  expect(withFileExtension(name, ending)).toBe(called),
)
