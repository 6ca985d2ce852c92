import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../scripts/prepare/find.mjs'

/** Fetched on demand: it is larger than all other packages together. */
const lighthouse = 'lighthouse@13.5.0'

/** A mid-range phone, as Lighthouse rates processors: a quarter of a fast desktop. */
const phone = 1_750 / 4

type LighthouseResult = { BenchmarkIndex: number; settings: { throttling: { cpuSlowdownMultiplier: number } } }
type Report = {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/** Scores of a hundred; LCP and TBT in milliseconds. */
export type LighthouseScores = Record<
  'performance' | 'accessibility' | 'bestPractices' | 'seo' | 'lcp' | 'cls' | 'tbt',
  number
>

export const lighthouseBudgets: LighthouseScores = {
  performance: 98,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcp: 1_800,
  cls: 0.02,
  tbt: 150,
}

const rounds = 3

/**
 * What a mid-range phone on slow 4G sees of a page, as Lighthouse simulates it: the middle one of a few rounds, by its
 * score.
 */
export async function runLighthouse(address: string): Promise<{ found: LighthouseScores; slowdown: number }> {
  const all: { found: LighthouseScores; slowdown: number }[] = []
  for (let round = 0; round < rounds; round++) all.push(await seenOnce(address))
  return all.sort((a, b) => a.found.performance - b.found.performance)[Math.floor(rounds / 2)]!
}

/**
 * First the page is watched, then the phone is simulated. Left to itself Lighthouse takes every machine for a fast
 * desktop; its documentation asks for the slowdown that makes the machine this phone. The speed of a machine that is
 * shared changes from one minute to the next, so the one that was found while the page was watched is taken.
 */
async function seenOnce(address: string): Promise<{ found: LighthouseScores; slowdown: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-lighthouse-'))
  try {
    await run(address, [`--gather-mode=${folder}`])
    const file = join(folder, 'artifacts.json')
    const gathered: LighthouseResult = JSON.parse(readFileSync(file, 'utf8'))
    const slowdown = Math.max(1, Math.round((gathered.BenchmarkIndex / phone) * 10) / 10)
    gathered.settings.throttling.cpuSlowdownMultiplier = slowdown
    writeFileSync(file, JSON.stringify(gathered))
    const report = join(folder, 'report.json')
    const settings = [`--throttling.cpuSlowdownMultiplier=${slowdown}`, '--output=json', `--output-path=${report}`]
    await run(address, [`--audit-mode=${folder}`, ...settings])
    return { found: seenIn(JSON.parse(readFileSync(report, 'utf8'))), slowdown }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const run = (address: string, settings: string[]) =>
  promisify(execFile)(
    'npx',
    ['--yes', lighthouse, address, '--quiet', '--chrome-flags=--headless=new --no-sandbox', ...settings],
    { env: { ...process.env, CHROME_PATH: findChromium()! } },
  )

function seenIn({ categories, audits }: Report): LighthouseScores {
  const score = (name: keyof typeof categories) => Math.round(categories[name].score * 100)
  const value = (name: string) => Math.round((audits[name]?.numericValue ?? Number.NaN) * 1000) / 1000
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    cls: value('cumulative-layout-shift'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
  }
}

/** The names of the budgets that are missed. */
export const missedBudgets = (found: LighthouseScores): string[] =>
  (Object.keys(lighthouseBudgets) as (keyof LighthouseScores)[]).filter((name) =>
    ['lcp', 'cls', 'tbt'].includes(name)
      ? !(found[name] <= lighthouseBudgets[name])
      : !(found[name] >= lighthouseBudgets[name]),
  )
