import { expect, test } from 'vitest'
import { afterSave, isUnsaved } from '#web/admin/ui/editor-state.ts'

const sent = { city: ' Berlin', venue: 'Lido', tags: ['solo'] }
const saved = { city: 'Berlin', venue: 'Lido', tags: ['solo'] }
const held = { values: saved, kept: saved, mine: {}, uploads: {} }

test('what is written while a save is under way stays, and is not saved yet', () => {
  const now = { ...sent, venue: 'Lido, bar', tags: ['solo', 'seated'] }
  const values = afterSave(now, { sent, saved })
  expect(values).toEqual({ city: 'Berlin', venue: 'Lido, bar', tags: ['solo', 'seated'] })
  expect(isUnsaved({ ...held, values })).toBe(true)
})

test('where nothing more was written, the form holds what the server made of it', () => {
  expect(afterSave(sent, { sent, saved })).toEqual(saved)
  expect(isUnsaved(held)).toBe(false)
})

test('own words beside a newer version, and files on their way, are not saved', () => {
  expect(isUnsaved({ ...held, mine: { venue: 'Lido, bar' } })).toBe(true)
  expect(isUnsaved({ ...held, uploads: { venue: 'The picture is still being uploaded.' } })).toBe(true)
})
