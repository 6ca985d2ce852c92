import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs these lines in a process of their own, as a command would. */
const run = (lines: string): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const script = `import { openOrExplain, runCommand } from '#app/process.ts'\n${lines}`
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: out + err }),
    )
  })

const failed = `Object.assign(new Error('Failed query: insert into orders\\nparams: ann@example.com'), {
  cause: Object.assign(new Error('invalid input syntax for type uuid: "ann@example.com"'), { code: '22P02' }),
})`

test.each([
  ['a command that fails', `await runCommand(async () => { throw ${failed} })`],
  ['a start that fails', `await openOrExplain({ openHouse: async () => { throw ${failed} } })`],
  [
    'a promise that nobody waits for',
    `await openOrExplain({ openHouse: async () => ({}) })\nPromise.reject(${failed})`,
  ],
  [
    'an error that nobody catches',
    `await openOrExplain({ openHouse: async () => ({}) })\nsetTimeout(() => { throw ${failed} })`,
  ],
])('%s ends the process, and tells what happened without the data', async (_, lines) => {
  const { code, said } = await run(lines)
  expect(code).toBe(1)
  expect(said).toContain('insert into orders')
  expect(said).toContain('22P02')
  expect(said).not.toContain('ann@example.com')
})
