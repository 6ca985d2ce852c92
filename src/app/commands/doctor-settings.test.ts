import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtSitesFile, sitesFingerprint } from '#app/built-sites.ts'
import { settingFindings } from '#app/commands/doctor-settings.ts'
import { readConfig } from '#app/config.ts'

test.each(['production', 'development'])('reports a build of other sites as bad, in %s too', (NODE_ENV) => {
  const root = mkdtempSync(join(tmpdir(), 'stagedoor-built-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const builds = () => settingFindings(readConfig({ NODE_ENV }), root).filter(({ subject }) => subject === 'Build')
  const fix = expect.stringContaining('node scripts/prepare.mjs build')
  expect(builds()).toEqual([
    { subject: 'Build', state: 'bad', message: expect.stringMatching(/^The program is not built;/), fix },
  ])

  for (const folder of ['sites/band', 'dist/server']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'sites/band/site.ts'), 'export const band = {}')
  writeFileSync(join(root, 'dist/server/entry.js'), '')
  writeFileSync(join(root, 'dist/server', builtSitesFile), sitesFingerprint(root))
  expect(builds()).toEqual([{ subject: 'Build', state: 'ok', message: 'is of the files in sites/' }])

  writeFileSync(join(root, 'sites/band/site.ts'), "export const band = { domain: 'new.example' }")
  expect(builds()).toEqual([
    { subject: 'Build', state: 'bad', message: expect.stringMatching(/^The files in sites\/ are not those/), fix },
  ])
})
