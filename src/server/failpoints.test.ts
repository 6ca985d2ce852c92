import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { armFailpoints, failpoint, readFaults } from '#server/failpoints.ts'
import { deadlineMs, processClock, testPaymentServer, testSetting } from '#server/test-mode.ts'

function proofFile() {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-failpoints-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return join(folder, 'proof')
}

test('failpoints do nothing without FAILPOINTS', () => {
  expect(failpoint('orders.placed')).toBeUndefined()
  expect(armFailpoints(undefined, undefined)).toBeNull()
})

test('fires a fault after its count and as often as set, and records it each time', async () => {
  const proof = proofFile()
  const fail = armFailpoints('orders.placed=throw@2*2; files.write=enospc', proof)!
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

test('rejects unknown failpoints and faults without a proof file', () => {
  expect(() => readFaults('orders.plcaed=kill')).toThrow('orders.plcaed=kill is not a failpoint.')
  expect(() => readFaults('orders.placed=explode')).toThrow('is not a failpoint')
  expect(() => armFailpoints('orders.placed=kill', undefined)).toThrow('FAILPOINTS_PROOF')
  expect(readFaults('jobs.taken=delay:200@1*9')).toEqual([
    { name: 'jobs.taken', action: 'delay', ms: 200, skip: 1, times: 9 },
  ])
})

test('ignores the environment outside of tests', () => {
  vi.stubEnv('FAILPOINTS', 'orders.placed=kill')
  vi.stubEnv('CLOCK_OFFSET_SECONDS', '3600')
  vi.stubEnv('PAYMENTS_AT', 'http://127.0.0.1:4000')
  vi.stubEnv('DEADLINE_MS', '120000')
  onTestFinished(() => void vi.unstubAllEnvs())
  // The clock of the machine may be set back a little in between, and -0 is not 0.
  const ahead = () => Math.round((+processClock()() - Date.now()) / 1000) || 0
  const heard = () => [testSetting('FAILPOINTS'), ahead(), testPaymentServer()?.port, deadlineMs(5_000)]
  expect(heard()).toEqual(['orders.placed=kill', 3600, 4000, 120_000])
  for (const mode of ['production', 'development', '', undefined]) {
    vi.stubEnv('NODE_ENV', mode)
    expect(heard()).toEqual([undefined, 0, undefined, 5_000])
  }
})

test('accepts only a local address for the payment provider of tests', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const elsewhere of ['https://evil.example', 'http://127.0.0.1.evil.example:80', 'http://127.0.0.1:80@evil']) {
    vi.stubEnv('PAYMENTS_AT', elsewhere)
    expect(testPaymentServer()).toBeUndefined()
  }
})
