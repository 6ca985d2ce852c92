import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type LockedPackage = {
  version?: string
  integrity?: string
  link?: boolean
  license?: string
  hasInstallScript?: boolean
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { dependencies, devDependencies, optionalDependencies, overrides } = read('package.json')
const { '': _, ...locked }: Record<string, LockedPackage> = read('package-lock.json').packages
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

test('every locked package has an integrity hash', () => {
  expect(packages.filter(({ integrity, link }) => !integrity && !link)).toEqual([])
})

test('packages with install scripts are listed', () => {
  const names = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect([...new Set(names)].sort()).toEqual(['esbuild'])
})

test('every licence allows the product to be MIT', () => {
  const others = packages.filter(({ license }) => !free.test(license ?? '') && !freeEnough.test(license ?? ''))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})
