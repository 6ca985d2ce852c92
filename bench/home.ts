import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { type FontPairName, fontPairNames, fontPairs } from '#domain/sites/fonts.ts'
import { findChromium } from '../scripts/prepare/find.mjs'
import { startBuiltApp } from './app-process.ts'
import type { BenchRow } from './bench-row.ts'
import { lighthouseBudgets, missedBudgets, runLighthouse } from './lighthouse.ts'
import { ownerSettings, signInOwner, storeDraftParts } from './owner.ts'

const maxScripts = 140
/** Every screen of the admin area shows this text when it fails; no other page does. */
const wordsOfAdmin = 'Admin Panel Error'

/** The cost of a first visit on a phone. */
export async function benchHomePage(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const { port, child } = await startBuiltApp(folder, ownerSettings)
  try {
    const address = `http://localhost:${port}/`
    const rows = [await scripts(address), await onPhone(address)]
    const fonts = heaviestFonts()
    const publish = await storeDraftParts(await signInOwner(port), { style: { fonts, radius: 0 } })
    await publish()
    const { label } = fontPairs[fonts]
    return [...rows, await onPhone(address, ` with the largest fonts, those of “${label}”`)]
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function scripts(address: string): Promise<BenchRow> {
  const browser = await chromium.launch({ executablePath: findChromium()!, chromiumSandbox: false })
  try {
    const page = await browser.newPage()
    await page.goto(address, { waitUntil: 'networkidle' })
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map((entry) => ({ name: entry.name, size: (entry as PerformanceResourceTiming).encodedBodySize })),
    )
    const texts = await Promise.all(files.map(async ({ name }) => (await fetch(name)).text()))
    const ofAdmin = texts.filter((text) => text.includes(wordsOfAdmin)).length
    const kilobytes = files.reduce((sum, { size }) => sum + size, 0) / 1024
    return {
      what: 'JavaScript of the home page, as it is sent',
      budget: `≤ ${maxScripts} KB, nothing of the admin area, which has the charts and editors`,
      yardstick: 'the framework alone is about 115 KB',
      measured: `${kilobytes.toFixed(1)} KB in ${files.length} files, ${ofAdmin} of the admin area`,
      isMet: kilobytes <= maxScripts && ofAdmin === 0,
    }
  } finally {
    await browser.close()
  }
}

/** The pair that an owner can choose with the most bytes to load. */
function heaviestFonts(): FontPairName {
  const size = (file: string) =>
    statSync(`node_modules/@fontsource-variable/${file}/files/${file}-latin-wght-normal.woff2`).size
  const bytesOf = (name: FontPairName) => size(fontPairs[name].display.file) + size(fontPairs[name].text.file)
  return fontPairNames.toSorted((a, b) => bytesOf(b) - bytesOf(a))[0]!
}

async function onPhone(address: string, how = ''): Promise<BenchRow> {
  const { found, slowdown } = await runLighthouse(address)
  const words = (
    { performance, accessibility, bestPractices, seo, lcp, cls, tbt }: typeof lighthouseBudgets,
    than = '',
  ) =>
    `performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}, SEO ${seo}; LCP ${than}${lcp} ms, CLS ${than}${cls}, TBT ${than}${tbt} ms`
  return {
    what: `the home page${how} on a mid-range phone on slow 4G, by Lighthouse, the middle of three`,
    budget: words(lighthouseBudgets, '≤ '),
    yardstick: `this machine slowed down ${slowdown} times; LCP of a plain WordPress theme 1,960 ms and of Ghost 7,100 ms, measured once`,
    measured: words(found),
    isMet: missedBudgets(found).length === 0,
    why: 'what others do on the same processor meanwhile is counted as ours',
  }
}
