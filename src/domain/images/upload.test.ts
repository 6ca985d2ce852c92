import { expect, test } from 'vitest'
import { detectPictureKind, urlNameOfFile } from '#domain/images/upload.ts'

test.each([
  ['IMG_0042.HEIC.jpg', 'img-0042-heic'],
  ['Straße am Ufer (2).jpeg', 'strasse-am-ufer-2'],
  ['Één café.png', 'een-cafe'],
  ['Tromsø & Łódź, Đà Nẵng, Ærø.jpg', 'tromso-lodz-da-nang-aero'],
  ['../../etc/passwd', 'etc-passwd'],
  ['.jpg', 'picture'],
  ['日本.png', 'picture'],
  ['', 'picture'],
  [`${'a'.repeat(300)}.png`, 'a'.repeat(60)],
  [`${'a'.repeat(59)}-b.png`, 'a'.repeat(59)],
])('the uploaded file %j gets the URL name %s', (file, name) => {
  expect(urlNameOfFile(file, 'picture')).toBe(name)
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const box = (major: string, ...others: string[]) =>
  `\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${major}\0\0\0\0${others.join('')}\0\0\0\x08mdat`

test.each([
  ['a photograph', '\xff\xd8\xff\xe1...', 'jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n....', 'png'],
  ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
  ['an AVIF', box('avif', 'mif1', 'miaf'), 'avif'],
  ['an AVIF that puts its family first', box('mif1', 'avif'), 'avif'],
  ['a moving AVIF', box('avis', 'avif'), 'moving'],
  ['a photograph of an iPhone', box('heic', 'mif1', 'heic'), 'heic'],
  ['one that says so late', box('mif1', 'heic'), 'heic'],
  ['a GIF', 'GIF89a......', 'moving'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg">', 'drawing'],
  ['a drawing behind a declaration', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x -->\n<SVG\n', 'drawing'],
  ['a film', box('isom', 'mp42'), null],
  ['text', 'This is not a picture.', null],
  ['a page', '<!doctype html><svgx>', null],
  ['a sound', 'RIFF\x10\0\0\0WAVEfmt ', null],
  ['next to nothing', '\xff\xd8', null],
  ['nothing', '', null],
])('detects the type of %s by its first bytes', (_, text, kind) => expect(detectPictureKind(bytes(text))).toBe(kind))
