import { expect, test } from 'vitest'
import { parseHost } from '#domain/hosted-sites/host.ts'
import { hostProblemTexts } from '#domain/texts/own-hosted-sites-words.ts'

test.each([
  ['band.example', 'band.example'],
  [' WWW.Band.Example ', 'www.band.example'],
  ['bänd.example', 'xn--bnd-qla.example'],
  ['Straße.example', 'xn--strae-oqa.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['xn--bnd-qla.example', 'xn--bnd-qla.example'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ['4ad.example', '4ad.example'],
])('reads the host %j as %s', (typed, host) => {
  expect(parseHost(typed, { inProduction: true })).toEqual({ host })
})

test.each<[string, keyof typeof hostProblemTexts]>([
  ['', 'empty'],
  ['  ', 'empty'],
  ['band.example:8080', 'port'],
  ['band.example:', 'port'],
  ['https://band.example', 'address'],
  ['band.example/tour', 'address'],
  ['ada@band.example', 'address'],
  ['band.example.', 'dot'],
  ['band.example。', 'dot'],
  ['*.band.example', 'wildcard'],
  ['203.0.113.7', 'ip'],
  ['0x7f.1', 'ip'],
  ['2130706433', 'ip'],
  ['[::1]', 'ip'],
  ['2001:db8::7', 'ip'],
  ['localhost', 'localhost'],
  ['band.localhost', 'localhost'],
  ['band', 'partial'],
  ['band.local', 'partial'],
  [`${'a'.repeat(64)}.example`, 'long'],
  [`${'a.'.repeat(130)}example`, 'long'],
  ['band..example', 'invalid'],
  ['-band.example', 'invalid'],
  ['my_band.example', 'invalid'],
  ['my band.example', 'invalid'],
  ['band,example', 'invalid'],
  ['a\u202eb.example', 'invalid'],
])('refuses the host %j because: %s', (typed, reason) => {
  expect(parseHost(typed, { inProduction: true })).toEqual({ problem: hostProblemTexts[reason] })
})

test('accepts hosts below .localhost outside production only', () => {
  expect(parseHost('Band.localhost', { inProduction: false })).toEqual({ host: 'band.localhost' })
  expect(parseHost('localhost', { inProduction: false })).toEqual({ problem: hostProblemTexts.localhost })
})
