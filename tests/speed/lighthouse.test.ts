import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { findChromium } from '../../scripts/prepare/find.mjs'

/** Fetched when it is wanted, since it is larger than everything else together. */
const lighthouse = 'lighthouse@13.5.0'

const app = await startApp()
const shows = await (await fetch(`${app.address()}/api/tour/shows`)).json()

type Report = {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/** A mid-range phone on slow 4G, as Lighthouse simulates it. */
async function measured(path: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-lighthouse-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'report.json')
  const flags = ['--quiet', '--output=json', `--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox']
  await promisify(execFile)('npx', ['--yes', lighthouse, app.address() + path, ...flags], {
    env: { ...process.env, CHROME_PATH: findChromium()! },
  })
  return JSON.parse(readFileSync(file, 'utf8'))
}

test.each(['/', '/tour', `/tour/${shows[0].slug}`])('%s keeps the budgets', async (path) => {
  const { categories, audits } = await measured(path)
  const value = (name: string) => Math.round((audits[name]?.numericValue ?? Number.NaN) * 1000) / 1000
  console.log(path, {
    performance: categories.performance.score,
    LCP: value('largest-contentful-paint'),
    CLS: value('cumulative-layout-shift'),
    TBT: value('total-blocking-time'),
  })
  expect(categories.accessibility.score).toBe(1)
  expect(categories['best-practices'].score).toBe(1)
  expect(categories.seo.score).toBe(1)
  expect(categories.performance.score).toBeGreaterThanOrEqual(0.98)
  expect(value('largest-contentful-paint')).toBeLessThanOrEqual(1_800)
  expect(value('cumulative-layout-shift')).toBeLessThanOrEqual(0.02)
  expect(value('total-blocking-time')).toBeLessThanOrEqual(150)
})
