import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtSitesFile, sitesFingerprint, staleBuildReason } from '#app/built-sites.ts'

function newProgram() {
  const root = mkdtempSync(join(tmpdir(), 'stagedoor-built-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text = '') => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('sites/band/site.ts', 'export const band = { domain: "old.example" }')
  const build = () => {
    write('dist/server/entry.js')
    write(`dist/server/${builtSitesFile}`, sitesFingerprint(root))
  }
  return { root, write, build }
}

const other = /^The files in sites\/ are not those that the program was built from; run .* build, then start again\.$/

test('refuses a build whose sites differ from the folder', () => {
  const { root, write, build } = newProgram()
  expect(staleBuildReason(root)).toMatch(
    /^The program is not built; run node scripts\/prepare\.mjs build, then start again\.$/,
  )
  build()
  expect(staleBuildReason(root)).toBeNull()
  write('sites/band/site.ts', 'export const band = { domain: "new.example" }')
  expect(staleBuildReason(root)).toMatch(other)
  build()
  write('sites/duo/site.ts', 'export const duo = {}')
  expect(staleBuildReason(root)).toMatch(other)
})

test('ignores changes to site files that are read at the start', () => {
  const { root, write, build } = newProgram()
  build()
  write('sites/band/pages/history.md', '# How it began')
  write('sites/band/images/hero.jpg')
  write('sites/band/site.test.ts')
  expect(staleBuildReason(root)).toBeNull()
})

test('refuses a build without a fingerprint of its sites', () => {
  const { root, write } = newProgram()
  write('dist/server/entry.js')
  expect(staleBuildReason(root)).toMatch(other)
})
