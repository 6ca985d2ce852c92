import { EventEmitter } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backUpRegularly } from '#app/regular-backups.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'

const minute = 60_000
const hour = 60 * minute

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

class Backup extends EventEmitter {
  stderr: PassThrough | null = new PassThrough()
  kill = vi.fn(() => true)
}

function createServices() {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-daily-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const kept = openBackupFolder(folder)
  const log = { info: vi.fn(), warn: vi.fn() }
  const begun: Backup[] = []
  const start = vi.fn(() => {
    const backup = new Backup()
    begun.push(backup)
    return backup
  })
  const makeHourly = vi.fn(async (now: Date) => {
    const path = kept.pathFor(now, 'hourly')
    writeFileSync(path, '')
    return path
  })
  const open = () => backUpRegularly({ folder, environment: { DATA_DIR: 'here' }, max: 7, makeHourly, log, start })
  /** Lets the running backup write its file and end. */
  const finish = () => {
    writeFileSync(kept.pathFor(new Date()), '')
    begun.at(-1)!.emit('close', 0)
  }
  return { folder, open, log, start, begun, finish, kept, makeHourly }
}

test('makes a backup some minutes after the start, and then one a day', async () => {
  const { open, start, finish, log } = createServices()
  open()
  vi.advanceTimersByTime(5 * minute - 1)
  expect(start).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(start).toHaveBeenCalledExactlyOnceWith({ DATA_DIR: 'here' })
  finish()
  expect(log.info).toHaveBeenCalledExactlyOnceWith({}, 'a backup was made')
  await vi.advanceTimersByTimeAsync(24 * hour - minute)
  expect(start).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(start).toHaveBeenCalledTimes(2)
})

test('makes hourly backups between two full ones and keeps those of a day', async () => {
  const { folder, open, finish, makeHourly, start, log } = createServices()
  const { stop } = open()
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect(makeHourly).not.toHaveBeenCalled()
  finish()
  await vi.advanceTimersByTimeAsync(23 * hour)
  expect(makeHourly).toHaveBeenCalledTimes(22)
  await vi.advanceTimersByTimeAsync(70 * minute)
  expect(start).toHaveBeenCalledTimes(2)
  finish()
  await vi.advanceTimersByTimeAsync(23 * hour)
  expect(readdirSync(folder).filter((name) => name.startsWith('stagedoor-hourly-'))).toHaveLength(24)
  expect(log.warn).not.toHaveBeenCalled()
  await stop()
})

test('logs a failed hourly backup and tries again within the hour', async () => {
  const { open, finish, makeHourly, log } = createServices()
  open()
  await vi.advanceTimersByTimeAsync(5 * minute)
  finish()
  const error = new Error('no room')
  makeHourly.mockRejectedValueOnce(error)
  await vi.advanceTimersByTimeAsync(70 * minute)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ err: error }, 'no backup was made')
  expect(makeHourly).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(hour)
  expect(makeHourly).toHaveBeenCalledTimes(2)
})

test('makes one backup a day when the server restarts twice an hour', () => {
  const { open, start, finish } = createServices()
  const half = () => {
    const { stop } = open()
    vi.advanceTimersByTime(30 * minute)
    stop()
  }
  half()
  expect(start).toHaveBeenCalledTimes(1)
  finish()
  for (let halves = 0; halves < 47; halves++) half()
  expect(start).toHaveBeenCalledTimes(1)
  half()
  expect(start).toHaveBeenCalledTimes(2)
})

test('ignores a backup dated in the future', () => {
  const { open, start, kept } = createServices()
  writeFileSync(kept.pathFor(new Date('2031-05-01T12:00:00Z')), '')
  open()
  vi.advanceTimersByTime(5 * minute)
  expect(start).toHaveBeenCalledTimes(1)
})

test('makes one backup at a time, and ends it when the server stops', () => {
  const { open, start, begun } = createServices()
  const { stop } = open()
  vi.advanceTimersByTime(30 * hour)
  expect(start).toHaveBeenCalledTimes(1)
  stop()
  expect(begun[0]!.kill).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(30 * hour)
  expect(start).toHaveBeenCalledTimes(1)
})

test('logs the stderr of a failed backup and tries again within the hour', async () => {
  const { open, start, begun, log } = createServices()
  open()
  vi.advanceTimersByTime(5 * minute)
  const { stderr } = begun[0]!
  stderr!.end('The disk is full.')
  await new Promise((done) => stderr!.once('end', done))
  begun[0]!.emit('close', 1)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ stderr: 'The disk is full.' }, 'no backup was made')
  vi.advanceTimersByTime(hour)
  expect(start).toHaveBeenCalledTimes(2)
})

test('logs a backup process that cannot start once, and tries again within the hour', () => {
  const { open, start, log } = createServices()
  const error = new Error('too many open files')
  // Without files there is nothing to read from, and nothing that ends.
  const stillborn = Object.assign(new Backup(), { stderr: null })
  start.mockReturnValueOnce(stillborn)
  start.mockImplementationOnce(() => {
    throw error
  })
  open()
  vi.advanceTimersByTime(5 * minute)
  stillborn.emit('error', error)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ err: error }, 'no backup was made')
  stillborn.emit('close', -2)
  expect(log.warn).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(hour)
  expect(log.warn).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(hour)
  expect(start).toHaveBeenCalledTimes(3)
})

test('makes hourly backups while full backups fail', async () => {
  const { open, begun, finish, makeHourly, start } = createServices()
  open()
  await vi.advanceTimersByTimeAsync(5 * minute)
  finish()
  start.mockImplementation(() => {
    const backup = new Backup()
    begun.push(backup)
    setTimeout(() => backup.emit('close', 1), minute)
    return backup
  })
  await vi.advanceTimersByTimeAsync(24 * hour)
  const [wholes, hourlies] = [start.mock.calls.length, makeHourly.mock.calls.length]
  await vi.advanceTimersByTimeAsync(6 * hour)
  expect(start.mock.calls.length).toBeGreaterThan(wholes)
  expect(makeHourly.mock.calls.length - hourlies).toBeGreaterThanOrEqual(5)
})
