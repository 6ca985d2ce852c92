import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import type { RunnerTestCase } from 'vitest'
import type { App } from '#tests/browser/app.ts'

let visits = 0

/** Keeps what a failed journey looked like, did and logged, in a folder of its own, and prints where. */
export async function saveEvidence(
  context: BrowserContext,
  app: Pick<App, 'log'>,
  test: RunnerTestCase,
): Promise<void> {
  const folder = resolve('test-results', slugOf(test.file.name), `${slugOf(test.name)}-${++visits}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'server.log'), app.log())
  // A page that has crashed or is stuck has no picture; the rest is worth keeping all the same.
  const pictures = context
    .pages()
    .map((page, at) => page.screenshot({ path: join(folder, `page-${at + 1}.png`), timeout: 10_000 }))
  const results = await Promise.allSettled([...pictures, context.tracing.stop({ path: join(folder, 'trace.zip') })])
  for (const result of results) if (result.status === 'rejected') console.error(result.reason)
  const shown = relative(process.cwd(), folder)
  console.error(`${test.name}: screenshots, server.log and trace.zip are in ${shown}`)
  console.error(`  npx playwright-core show-trace ${shown}/trace.zip`)
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/^tests\/|\.test\.ts$/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
