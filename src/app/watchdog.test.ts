import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { notifyWatchdog } from '#app/watchdog.ts'

const systemdEnvironment = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '60000000' }

test('notifies systemd three times per watchdog interval', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const notify = vi.fn()
  notifyWatchdog(systemdEnvironment, notify)
  expect(notify).toHaveBeenCalledExactlyOnceWith('/run/systemd/notify')
  vi.advanceTimersByTime(60_000)
  expect(notify).toHaveBeenCalledTimes(4)
})

test.each([
  ['without systemd', {}],
  ['without a watchdog in the unit', { NOTIFY_SOCKET: systemdEnvironment.NOTIFY_SOCKET }],
  ['for another process', { ...systemdEnvironment, WATCHDOG_PID: '1' }],
])('%s the process does not notify systemd', (_, environment) => {
  const notify = vi.fn()
  notifyWatchdog(environment, notify)
  expect(notify).not.toHaveBeenCalled()
})

test('does not notify while the event loop is blocked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-watchdog-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const heard = join(folder, 'heard')
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1 $NOTIFY_SOCKET" >> ${heard}\n`)
  chmodSync(join(folder, 'systemd-notify'), 0o755)
  const script = `import { readFileSync, existsSync } from 'node:fs'
    import { notifyWatchdog } from '#app/watchdog.ts'
    const lines = () => (existsSync('${heard}') ? readFileSync('${heard}', 'utf8').split('\\n').length - 1 : 0)
    notifyWatchdog()
    while (lines() < 3) await new Promise((done) => setTimeout(done, 5))
    const before = lines()
    for (const until = Date.now() + 500; Date.now() < until; );
    console.log(lines() - before)
    process.exit()`
  const env = { PATH: `${folder}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/nowhere', WATCHDOG_USEC: '30000' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  expect(readFileSync(heard, 'utf8')).toMatch(/^(WATCHDOG=1 \/run\/nowhere\n){3}/)
  // The notification that was pending when the loop began.
  expect(Number(stdout)).toBeLessThanOrEqual(1)
})
