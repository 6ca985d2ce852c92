import { expect, test } from 'vitest'
import { endingWith, shownName } from '#domain/uploads/names.ts'

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
])('%j is shown as %j', (name, shown) => expect(shownName(name)).toBe(shown))

test.each([
  ['a.mp3', 'mp3', 'a.mp3'],
  ['a.MP3', 'mp3', 'a.MP3'],
  ['a.jpeg', 'jpg', 'a.jpeg'],
  ['a.mp3', 'flac', 'a.flac'],
  ['Vol. 2', 'zip', 'Vol. 2.zip'],
  ['a', 'mp3', 'a.mp3'],
])('%s of the kind %s is called %s', (name, ending, called) => expect(endingWith(name, ending)).toBe(called))
