import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSealer, type SealContext, UnreadableValueError } from '#server/crypto/sealer.ts'

const [key, newKey, strangeKey] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const sealer = createSealer({ current: key })
const rotated = createSealer({ current: newKey, old: [key] })
const withoutOldKey = createSealer({ current: newKey })

const here: SealContext = { websiteId: 'a1', table: 'orders', column: 'email', rowId: '7' }
const anyText = fc.string({ unit: 'binary', maxLength: 300 })
const anyPart = fc.string({ unit: 'binary', maxLength: 12 })
const anyPlace = fc.record({
  websiteId: fc.option(anyPart, { nil: null }),
  table: anyPart,
  column: anyPart,
  rowId: anyPart,
})

function problem(work: () => unknown): string {
  try {
    return `opened: ${work()}`
  } catch (error) {
    return error instanceof UnreadableValueError ? error.reason : `threw ${error}`
  }
}

describe('a sealed value', () => {
  test('opens a sealed value in its own SealContext', () => {
    fc.assert(
      fc.property(anyPlace, anyText, (place, text) => {
        expect(sealer.open(place, sealer.seal(place, text))).toBe(text.toWellFormed())
      }),
    )
  })

  test('refuses to open a sealed value in another SealContext', () => {
    fc.assert(
      fc.property(anyPlace, anyPlace, anyText, (place, other, text) => {
        fc.pre(JSON.stringify(place) !== JSON.stringify(other))
        expect(problem(() => sealer.open(other, sealer.seal(place, text)))).toBe('damaged')
      }),
    )
  })

  test.each<[string, Partial<SealContext>]>([
    ['another website', { websiteId: 'a2' }],
    ['no website', { websiteId: null }],
    ['another table', { table: 'contacts' }],
    ['another column', { column: 'name' }],
    ['another row', { rowId: '8' }],
    ['a place that reads the same when its parts are joined', { table: 'order', column: 'semail' }],
  ])('does not open in %s', (_, changes) => {
    expect(problem(() => sealer.open({ ...here, ...changes }, sealer.seal(here, 'ada@example.com')))).toBe('damaged')
  })

  test('refuses to open a sealed value with any bit changed', () => {
    const box = sealer.seal(here, 'ada@example.com')
    for (let bit = 0; bit < box.length * 8; bit++) {
      const changed = Buffer.from(box)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(problem(() => sealer.open(here, changed))).toMatch(/^(damaged|no-key)$/)
      expect(problem(() => rotated.rewrap(here, changed) && sealer.open(here, changed))).toMatch(/^(damaged|no-key)$/)
    }
  })

  test('refuses to open a sealed value with bytes removed or added', () => {
    const box = sealer.seal(here, 'ada@example.com')
    for (let length = 0; length < box.length; length++)
      expect(problem(() => sealer.open(here, box.subarray(0, length)))).toBe('damaged')
    expect(problem(() => sealer.open(here, Buffer.concat([box, Buffer.of(0)])))).toBe('damaged')
  })

  test('refuses to open a sealed value with the header of another one', () => {
    const [one, other] = [sealer.seal(here, 'ada@example.com'), sealer.seal(here, 'bob@example.com')]
    const mixed = Buffer.concat([one.subarray(0, 65), other.subarray(65)])
    expect(problem(() => sealer.open(here, mixed))).toBe('damaged')
  })

  test('sealing the same text twice gives different bytes', () => {
    const boxes = Array.from({ length: 5_000 }, () => sealer.seal(here, 'x'))
    const nonces = boxes.flatMap((box) =>
      [box.subarray(5, 17), box.subarray(65, 77)].map((nonce) => nonce.toString('hex')),
    )
    expect(new Set(nonces).size).toBe(10_000)
  })

  test('a sealed value does not contain the plain text', () => {
    expect(sealer.seal(here, 'canary@example.com').includes('canary')).toBe(false)
  })
})

describe('when the data key changes', () => {
  test('opens values of the old and the new key, and seals with the new key', () => {
    const [before, after] = [sealer.seal(here, 'before'), rotated.seal(here, 'after')]
    expect(rotated.open(here, before)).toBe('before')
    expect(withoutOldKey.open(here, after)).toBe('after')
  })

  test('fails with no-key and names the key when the old key is missing', () => {
    const box = sealer.seal(here, 'ada@example.com')
    expect(problem(() => withoutOldKey.open(here, box))).toBe('no-key')
    expect(() => withoutOldKey.open(here, box)).toThrow(`needs the data key ${sealer.currentKey}`)
    expect(problem(() => createSealer({ current: strangeKey }).rewrap(here, box))).toBe('no-key')
  })

  test('rewraps a value without sealing it again, so that the old key can be removed', () => {
    const box = sealer.seal(here, 'ada@example.com')
    const again = rotated.rewrap(here, box)!
    expect(withoutOldKey.open(here, again)).toBe('ada@example.com')
    expect(again.subarray(65)).toEqual(box.subarray(65))
    expect(rotated.rewrap(here, again)).toBeNull()
  })

  test('does not rewrap a value from another SealContext', () => {
    expect(problem(() => rotated.rewrap({ ...here, rowId: '8' }, sealer.seal(here, 'x')))).toBe('damaged')
  })
})

test('rejects a key of the wrong length', () => {
  expect(() => createSealer({ current: randomBytes(16) })).toThrow('32 bytes')
  expect(() => createSealer({ current: key, old: [Buffer.alloc(0)] })).toThrow('32 bytes')
})

test('no error contains the sealed text', () => {
  const box = sealer.seal(here, 'canary@example.com')
  for (const work of [() => withoutOldKey.open(here, box), () => sealer.open({ ...here, rowId: '8' }, box)])
    try {
      work()
      expect.unreachable()
    } catch (error) {
      expect(`${error} ${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain('canary')
    }
})
