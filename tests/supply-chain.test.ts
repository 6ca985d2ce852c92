import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longTest } from '#tests/long-test.ts'

type Versions = Record<string, string>
type LockedPackage = {
  version?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  dependencies?: Versions
  devDependencies?: Versions
  optionalDependencies?: Versions
  integrity?: string
  link?: boolean
  license?: string
  hasInstallScript?: boolean
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { dependencies, devDependencies, optionalDependencies, overrides, scarfSettings } = read('package.json')
const everyPackage: Record<string, LockedPackage> = read('package-lock.json').packages
const { '': _, ...locked } = everyPackage
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const packages = Object.entries(locked).map(([path, facts]) => ({ name: nameOf(path), ...facts }))

/** Below these a known weakness is open. */
const safeFrom: Record<string, string> = {
  hono: '4.12.34',
  '@hono/node-server': '2.0.10',
  'drizzle-orm': '0.45.2',
  nodemailer: '9.0.5',
  sharp: '0.35.3',
  'music-metadata': '11.15.0',
  '@tanstack/react-start': '1.168.0',
  vite: '8.3.8',
}

/** Licences that allow what is built with them to be given away under MIT. */
const free =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2.0|BlueOak-1.0.0|Unlicense|CC0-1.0|OFL-1.1|PostgreSQL|Python-2.0)\b/
/** Loaded as a library of its own, used by tests only, or data that is named. */
const freeEnough = /^(LGPL-3.0-or-later|MPL-2.0|CC-BY-4.0|PSF-2.0|Apache-2.0 AND LGPL-3.0-or-later)/

function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [version, floor].map((text) => text.split(/[.-]/).map(Number))
  const at = a!.findIndex((part, place) => part !== b![place])
  return at < 0 || a![at]! > b![at]!
}

test('versions are compared by number', () => {
  expect(isAtLeast('4.12.34', '4.12.34')).toBe(true)
  expect(isAtLeast('4.9.99', '4.12.34')).toBe(false)
  expect(isAtLeast('5.0.0', '4.12.34')).toBe(true)
})

test.each(Object.entries(safeFrom))('%s is locked at %s or later everywhere', (name, floor) => {
  const versions = packages.filter((each) => each.name === name).map(({ version }) => version!)
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) expect(isAtLeast(version, floor), version).toBe(true)
})

test('every version is pinned exactly', () => {
  const pins = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
  expect(pins.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
})

/** Where Stagedoor is tried (README). */
const ourPlatforms = ['linux-x64', 'linux-arm64']
/** npm does not install it where Stagedoor is tried. */
const isForeign = ({ optional, os, cpu }: LockedPackage) =>
  optional && !ourPlatforms.some((ours) => isFor(os, ours.split('-')[0]!) && isFor(cpu, ours.split('-')[1]!))
const isFor = (listed: string[] | undefined, ours: string) => !listed || listed.includes(ours)

// The registry that the lock file was written with has no binaries of other platforms, so they could not be hashed here.
// Their exact version is locked, and npm gets the hash from the registry that it loads them from.
test('every locked package has an integrity hash, optional binaries of other platforms excepted', () => {
  expect(packages.filter((each) => !each.integrity && !each.link && !isForeign(each))).toEqual([])
})

/** Where Node finds the dependency of a locked package: beside it, or in a folder above. */
function resolved(from: string, name: string): LockedPackage | undefined {
  const found = everyPackage[`${from && `${from}/`}node_modules/${name}`]
  return found || !from ? found : resolved(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name)
}

test('every dependency of a locked package is locked, as `npm ci` requires', () => {
  const missing = Object.entries(everyPackage).flatMap(([path, each]) =>
    Object.entries({ ...each.dependencies, ...each.devDependencies, ...each.optionalDependencies })
      .map(([name, wanted]) => ({
        path,
        name,
        wanted: overrides[name] ?? wanted,
        found: resolved(path, name)?.version,
      }))
      .filter(({ wanted, found }) => !found || (/^\d+\.\d+\.\d+$/.test(wanted) && found !== wanted)),
  )
  expect(missing).toEqual([])
})

longTest('`npm ci` accepts the lock file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'npm-ci-'))
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(folder, file))
  const flags = ['--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const output = execFileSync('npm', ['ci', ...flags, `--cache=${join(folder, 'cache')}`], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(output).toMatch(/added \d+ packages/)
})

test('packages with install scripts are listed', () => {
  const names = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect([...new Set(names)].sort()).toEqual(['@scarf/scarf', 'esbuild'])
  // Scarf, which Spectral brings, reports installations to its maker. We install without scripts; this is for others.
  expect(scarfSettings).toEqual({ enabled: false })
})

test('every licence allows the product to be MIT', () => {
  const others = packages.filter(({ license }) => !free.test(license ?? '') && !freeEnough.test(license ?? ''))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})
