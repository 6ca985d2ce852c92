import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { arm, failpoint, readFaults } from '#server/failpoints.ts'
import { deadlineMs, paymentsAt, processClock, testSetting } from '#server/test-mode.ts'

function proofFile() {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-failpoints-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return join(folder, 'proof')
}

test('a process that was not started to fail does not', () => {
  expect(failpoint('orders.placed')).toBeUndefined()
  expect(arm(undefined, undefined)).toBeNull()
})

test('a fault comes after so many times and so often, and has been written down each time', async () => {
  const proof = proofFile()
  const fail = arm('orders.placed=throw@2*2; files.write=enospc', proof)!
  const outcomes: string[] = []
  for (let time = 0; time < 5; time++)
    outcomes.push(
      await fail('orders.placed').then(
        () => 'fine',
        (error) => error.message,
      ),
    )
  const failed = 'made to fail at orders.placed'
  expect(outcomes).toEqual(['fine', 'fine', failed, failed, 'fine'])
  await expect(fail('files.write')).rejects.toMatchObject({ code: 'ENOSPC' })
  await fail('files.write')
  await fail('jobs.taken')
  expect(readFileSync(proof, 'utf8')).toBe('orders.placed throw\norders.placed throw\nfiles.write enospc\n')
})

test('what names no failpoint, and faults without a proof, are refused', () => {
  expect(() => readFaults('orders.plcaed=kill')).toThrow('orders.plcaed=kill is not a failpoint.')
  expect(() => readFaults('orders.placed=explode')).toThrow('is not a failpoint')
  expect(() => arm('orders.placed=kill', undefined)).toThrow('FAILPOINTS_PROOF')
  expect(readFaults('jobs.taken=delay:200@1*9')).toEqual([
    { name: 'jobs.taken', action: 'delay', ms: 200, skip: 1, times: 9 },
  ])
})

test('outside a test nothing of it is heard, whatever the environment says', () => {
  vi.stubEnv('FAILPOINTS', 'orders.placed=kill')
  vi.stubEnv('CLOCK_OFFSET_SECONDS', '3600')
  vi.stubEnv('PAYMENTS_AT', 'http://127.0.0.1:4000')
  vi.stubEnv('DEADLINE_MS', '120000')
  onTestFinished(() => void vi.unstubAllEnvs())
  const ahead = () => Math.round((+processClock()() - Date.now()) / 1000)
  const heard = () => [testSetting('FAILPOINTS'), ahead(), paymentsAt()?.port, deadlineMs(5_000)]
  expect(heard()).toEqual(['orders.placed=kill', 3600, 4000, 120_000])
  for (const mode of ['production', 'development', '', undefined]) {
    vi.stubEnv('NODE_ENV', mode)
    expect(heard()).toEqual([undefined, 0, undefined, 5_000])
  }
})

test('a payment service of a test is on this machine', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const elsewhere of ['https://evil.example', 'http://127.0.0.1.evil.example:80', 'http://127.0.0.1:80@evil']) {
    vi.stubEnv('PAYMENTS_AT', elsewhere)
    expect(paymentsAt()).toBeUndefined()
  }
})
