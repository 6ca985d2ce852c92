import { expect, test } from 'vitest'
import { clockNote, instantFrom, localText } from '#domain/time/local-text.ts'

const berlin = 'Europe/Berlin'
const read = (text: string, was: Date | null = null, zone = berlin) => {
  const instant = instantFrom(text, zone, was)
  return instant instanceof Date ? instant.toISOString() : instant
}

test('what the owner writes is meant by the clocks of the site, and is shown by them', () => {
  expect(read('2026-07-15T20:30')).toBe('2026-07-15T18:30:00.000Z')
  expect(read('2026-01-15T20:30')).toBe('2026-01-15T19:30:00.000Z')
  expect(localText(new Date('2026-07-15T18:30:00Z'), berlin)).toBe('2026-07-15T20:30')
  expect(localText(null, berlin)).toBe('')
  expect(read('')).toBeNull()
})

test('an hour that the clocks skip becomes the next one, and that is said', () => {
  expect(read('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(clockNote('2026-03-29T02:30', berlin)).toEqual({ kind: 'skipped', becomes: '03:30' })
})

test('an hour that comes twice means the first one, and that is said', () => {
  expect(read('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(clockNote('2026-10-25T02:30', berlin)).toEqual({ kind: 'twice' })
  expect(clockNote('2026-04-05T01:45', 'Australia/Lord_Howe')).toEqual({ kind: 'twice' })
})

test('about any other hour there is nothing to say', () => {
  for (const text of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:59', '2026-10-25T03:00', '', 'soon'])
    expect(clockNote(text, berlin), text).toBeNull()
})

test('who does not touch the field changes nothing, neither the second hour nor the seconds', () => {
  const second = new Date('2026-10-25T01:30:00Z')
  expect(read(localText(second, berlin), second)).toBe('2026-10-25T01:30:00.000Z')
  const precise = new Date('2026-07-15T18:30:27.123Z')
  expect(read(localText(precise, berlin), precise)).toBe('2026-07-15T18:30:27.123Z')
  expect(read('2026-07-15T20:31', precise)).toBe('2026-07-15T18:31:00.000Z')
})

test.each(['tomorrow', '2026-13-01T10:00', '2026-05-01', '20260-05-01T10:00', '2026-05-01T25:00'])(
  '%s is left for the schema to refuse',
  (text) => expect(read(text)).toBe(text),
)
