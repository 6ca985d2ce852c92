import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettingsFile } from '#app/process.ts'

/** Runs these lines in a process of their own, as a command would. */
const run = (lines: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const script = `import { openServicesOrExit, runCommand } from '#app/process.ts'\n${lines}`
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    )
  })

const failed = `Object.assign(new Error('Failed query: insert into orders\\nparams: ann@example.com'), {
  cause: Object.assign(new Error('invalid input syntax for type uuid: "ann@example.com"'), { code: '22P02' }),
})`

test.each([
  ['a command that fails', `await runCommand(async () => { throw ${failed} })`],
  ['a start that fails', `await openServicesOrExit({ createServices: async () => { throw ${failed} } })`],
  [
    'an unhandled rejection',
    `await openServicesOrExit({ createServices: async () => ({}) })\nPromise.reject(${failed})`,
  ],
  [
    'an uncaught error',
    `await openServicesOrExit({ createServices: async () => ({}) })\nsetTimeout(() => { throw ${failed} })`,
  ],
])('%s ends the process and prints the error without its data', async (_, lines) => {
  const { code, output } = await run(lines)
  expect(code).toBe(1)
  expect(output).toContain('insert into orders')
  expect(output).toContain('22P02')
  expect(output).not.toContain('ann@example.com')
})

test('reads settings from .env or from SETTINGS_FILE; /dev/null means none', ({ onTestFinished }) => {
  const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'stagedoor-settings-'))]
  onTestFinished(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })
  process.chdir(folder)
  expect(readSettingsFile('')).toEqual({})
  writeFileSync('.env', 'S3_BUCKET=live')
  writeFileSync('other.env', 'S3_BUCKET=another')
  expect(readSettingsFile('')).toEqual({ S3_BUCKET: 'live' })
  expect(readSettingsFile('other.env')).toEqual({ S3_BUCKET: 'another' })
  expect(readSettingsFile('/dev/null')).toEqual({})
  expect(() => readSettingsFile('no.env')).toThrow('There is no file no.env; set SETTINGS_FILE to one that is there.')
})
