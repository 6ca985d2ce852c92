import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

type Ended = { how: number | string; said: string }

/** A process that has just made the owner, and what becomes of it then. */
const afterwards = (lines: string): Promise<Ended> =>
  new Promise((resolve) => {
    const script = `import { printPasswordOnce } from '#app/owner-password.ts'
      const owner = { userId: '1', email: 'ann@example.com', generatedPassword: 'made-up' }
      const say = printPasswordOnce(owner, () => 'http://localhost/admin/login')
      const stay = setTimeout(() => {}, 60_000)
      ${lines}`
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, out) =>
      resolve({ how: error?.signal ?? error?.code ?? 0, said: out }),
    )
  })

const said = 'The owner signs in at http://localhost/admin/login\n  as ann@example.com\n  with the password made-up\n'

test.each([
  ['is welcomed, and closes later', 'say(); say(); process.exit()', 0],
  ['fails afterwards', 'process.exit(1)', 1],
  ['fails in a way that nobody expected', 'throw new Error()', 1],
  ['is told to end from the keyboard', `process.kill(process.pid, 'SIGINT')`, 'SIGINT'],
  ['is told to end by its manager', `process.kill(process.pid, 'SIGTERM')`, 'SIGTERM'],
  [
    'is told to end, and has something to finish first',
    `process.on('SIGTERM', () => process.exit(7)); process.kill(process.pid, 'SIGTERM')`,
    7,
  ],
])('the password of the owner is said exactly once by a start that %s', async (_, lines, how) => {
  expect(await afterwards(lines)).toEqual({ how, said })
})
