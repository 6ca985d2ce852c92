import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/prepare/find.mjs'
import { startBuiltApp } from './app-process.ts'
import { type BenchRow, formatMs } from './bench-row.ts'

const maxMs = 2_000
const screens = [
  { name: 'a desk', viewport: { width: 1440, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]

/** How long after a fresh start the first visitor sees the first screen with all its pictures. */
export async function benchFirstVisit(): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath: findChromium()!, chromiumSandbox: false })
  const rows: BenchRow[] = []
  try {
    for (const { name, viewport } of screens) {
      const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
      const { port, child } = await startBuiltApp(folder)
      const ready = performance.now()
      try {
        const page = await browser.newPage({ viewport, deviceScaleFactor: 2 })
        const types: string[] = []
        page.on('response', (answer) => {
          if (answer.url().includes('/images/')) types.push(answer.headers()['content-type'] ?? '')
        })
        await page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' })
        await page.waitForFunction(isFirstScreenComplete, null, { polling: 20 })
        const took = performance.now() - ready
        await page.close()
        rows.push({
          what: `the first screen of the home page with all its pictures, on ${name}, from the end of a fresh start`,
          budget: `≤ ${maxMs} ms`,
          yardstick: `${types.filter((type) => type === 'image/jpeg').length} of ${types.length} pictures were originals, sent until their variants are made`,
          measured: formatMs(took),
          isMet: took <= maxMs,
        })
      } finally {
        child.kill('SIGKILL')
        rmSync(folder, { recursive: true, force: true })
      }
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** Runs in the browser. */
function isFirstScreenComplete(): boolean {
  const images = [...document.images].filter((image) => {
    const { width, top, bottom } = image.getBoundingClientRect()
    return width > 0 && top < innerHeight && bottom > 0
  })
  return images.length > 0 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
}
