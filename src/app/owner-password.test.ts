import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

type ProcessResult = { status: number | string; output: string }

/** Runs a process that has just created the owner. */
const afterwards = (lines: string): Promise<ProcessResult> =>
  new Promise((resolve) => {
    const script = `import { printPasswordOnce } from '#app/owner-password.ts'
      const owner = { userId: '1', email: 'ann@example.com', generatedPassword: 'made-up' }
      const say = printPasswordOnce(owner, () => 'http://localhost/admin/login')
      const stay = setTimeout(() => {}, 60_000)
      ${lines}`
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, out) =>
      resolve({ status: error?.signal ?? error?.code ?? 0, output: out }),
    )
  })

const output = 'The owner signs in at http://localhost/admin/login\n  as ann@example.com\n  with the password made-up\n'

test.each([
  ['prints the welcome and closes later', 'say(); say(); process.exit()', 0],
  ['fails afterwards', 'process.exit(1)', 1],
  ['fails with an unexpected error', 'throw new Error()', 1],
  ['is interrupted from the keyboard', `process.kill(process.pid, 'SIGINT')`, 'SIGINT'],
  ['is terminated by its service manager', `process.kill(process.pid, 'SIGTERM')`, 'SIGTERM'],
  [
    'is terminated and has work to finish first',
    `process.on('SIGTERM', () => process.exit(7)); process.kill(process.pid, 'SIGTERM')`,
    7,
  ],
])("prints the owner's password exactly once when a start %s", async (_, lines, status) => {
  expect(await afterwards(lines)).toEqual({ status, output })
})
