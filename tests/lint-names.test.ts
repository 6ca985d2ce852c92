import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

type Diagnostic = { category: string; severity: string; location: { start: { line: number } } }

/** The lines in which `biome check` finds an error of `scripts/lint/names.grit`, and whether the check fails. */
async function check(lines: string[]): Promise<{ refused: string[]; fails: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('scripts/lint', join(folder, 'scripts/lint'), { recursive: true })
  const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins, formatter: { enabled: false } }))
  writeFileSync(join(folder, 'sample.tsx'), lines.join('\n'))
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', '--only=plugin', '--max-diagnostics=none', '--reporter=json']
  const { output, fails } = await new Promise<{ output: string; fails: boolean }>((done) =>
    execFile(process.execPath, [biome, ...options], { cwd: folder }, (error, stdout) =>
      done({ output: stdout, fails: error !== null }),
    ),
  )
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(output)
  const found = diagnostics.filter(({ category, severity }) => category === 'plugin' && severity === 'error')
  return { refused: [...new Set(found.map(({ location }) => lines[location.start.line - 1]!))], fails }
}

test('refuses replaced names, names made from them, and spreads of literals', async () => {
  const lines = [
    'export const told = 1',
    'export const isTold = 1',
    'export const saidAt = 1',
    'export const askedMediaFile = 1',
    'export const adminDeskX = 1',
    'export const openHouse = 1',
    'export const somebody = 1',
    'export const nobodyKnows = 1',
    'export type CheckoutNeeds = 1',
    'export const entry = { asked: 1 }',
    'export const copy = { ...{ a: 1 } }',
    'export const Link = () => <a {...{ href: "/" }}>x</a>',
  ]
  expect(await check(lines)).toEqual({ refused: lines, fails: true })
})

test('accepts other names, exempted lines and the spread of a variable', async () => {
  const lines = [
    'export const desktop = 1',
    'export const warehouse = 1',
    'export const task = { soldOut: 1, aside: 1 }',
    'export const Link = () => <a {...task}>{"nobody said so"}</a>',
    '// biome-ignore lint/plugin: a field of stored log entries.',
    'export const entry = { asked: 1 }',
  ]
  expect(await check(lines)).toEqual({ refused: [], fails: false })
})
