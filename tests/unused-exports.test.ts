import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { longTest } from '#tests/long-test.ts'

/** Exports that product code does not use, kept because the checklist names them, each with its id and the reason. */
const exceptions: Record<string, string> = {
  'src/domain/accounts/password.ts mobileMinLength':
    'AUTH-3: passwords have at least 6 characters on mobile. A native app will use it; the web asks for 8.',
}

const knip = resolve('node_modules/knip/bin/knip.js')
const kinds = ['files', 'exports', 'nsExports', 'types', 'nsTypes'] as const
type Issue = { file: string } & Record<(typeof kinds)[number], { name: string }[]>

/** Files and exports that only tests use, or no file at all: knip follows the imports from the entries in knip.json. */
async function unusedIn(folder: string): Promise<string[]> {
  const options = ['--production', '--include', kinds.join(), '--reporter', 'json', '--no-exit-code']
  const { stdout } = await promisify(execFile)(process.execPath, [knip, ...options], { cwd: folder })
  const { issues }: { issues: Issue[] } = JSON.parse(stdout)
  return issues
    .flatMap(({ file, files, ...named }) => [
      ...files.map(() => file),
      ...Object.values(named)
        .flat()
        .map(({ name }) => `${file} ${name}`),
    ])
    .sort()
}

test('product code uses every file and every export of src', async () => {
  const howTo = 'delete it and test what the product calls instead, or except it with the id of the checklist'
  expect(await unusedIn('.'), howTo).toEqual(Object.keys(exceptions).sort())
})

longTest('finds files, functions and types that only a test imports, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-unused-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['package.json', 'tsconfig.json', 'knip.json']) cpSync(file, join(folder, file))
  const files = {
    'src/app/main.ts': "import { list } from '#domain/list.ts'\nlist()",
    'src/app/routes/page.tsx': "import { format } from '#domain/format.ts'\nexport const Route = format",
    'src/domain/format.ts': 'export const format = 1',
    'src/domain/list.ts':
      'export const list = () => inner\nexport const inner = 1\nexport const remove = () => {}\nexport type Listed = 1',
    'src/domain/list.test.ts':
      "import { inner, type Listed, list, remove } from '#domain/list.ts'\nimport { sample } from '#domain/sample.ts'",
    'src/domain/sample.ts': 'export const sample = 1',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  expect(await unusedIn(folder)).toEqual([
    'src/domain/list.ts Listed',
    'src/domain/list.ts remove',
    'src/domain/sample.ts',
  ])
})
