import { writeFileSync } from 'node:fs'
import type { ChaosCase, ChaosRunSize } from './case.ts'
import { cases } from './cases.ts'
import { checkInvariants } from './checks.ts'
import { createShopProducts, runShopLoad } from './load.ts'
import { watchForServerErrors } from './server-errors.ts'
import { watchForUnexpectedExits } from './unexpected-exits.ts'
import { waitUntilIdle } from './wait-until-idle.ts'
import { type ChaosWorld, openWorld } from './world.ts'

export type CaseOutcome = { name: string; seconds: number; shown: string | null; wrong: string[] }
export type RunResult = { outcomes: CaseOutcome[]; acknowledged: number; deaths: number }

const sizes: ChaosRunSize[] = ['smoke', 'quick', 'full']

export const casesOf = (size: ChaosRunSize): ChaosCase[] =>
  cases.filter(({ from }) => sizes.indexOf(from) <= sizes.indexOf(size))

type Options = {
  seed: number
  /** Where the program and its build are. */
  root: string
  cases: readonly ChaosCase[]
  log?: (words: string) => void
  /** The limit for becoming idle, in milliseconds. */
  patience?: number
}

/** Plays the cases one after another, those about an object store in a world with one. */
export async function runCases(options: Options): Promise<RunResult> {
  const played: RunResult[] = []
  for (const objectStore of [false, true]) {
    const chosen = options.cases.filter((each) => Boolean(each.objectStore) === objectStore)
    if (!chosen.length) continue
    const world = await openWorld({ ...options, objectStore })
    try {
      played.push(await playIn(world, { ...options, cases: chosen }))
    } finally {
      if (process.env.CHAOS_LOG) writeFileSync(process.env.CHAOS_LOG, world.log())
      await world.close()
    }
  }
  const sum = (of: (each: RunResult) => number) => played.reduce((all, each) => all + of(each), 0)
  return {
    outcomes: played.flatMap(({ outcomes }) => outcomes),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    deaths: sum(({ deaths }) => deaths),
  }
}

/** Checks all invariants after each case, including effects of earlier cases. */
async function playIn(world: ChaosWorld, { cases: chosen, log = () => {}, patience }: Options): Promise<RunResult> {
  const outcomes: CaseOutcome[] = []
  const watched = { patience, mistakes: watchForServerErrors(world), deaths: watchForUnexpectedExits(world) }
  await createShopProducts(world)
  // Some buyers have bought before, so that there are orders to cancel and to download.
  await runShopLoad(world, { buyers: 6, messages: 0, uploads: 0, drafts: 0, cancels: 0 })
  await waitUntilIdle(world, patience)
  let isChanged = false
  for (const each of chosen) {
    if (isChanged || each.settings) {
      // The server is idle, and ends as in a power cut: the missing shutdown must not matter.
      await world.app.kill()
      await world.app.start(each.settings?.(world))
    }
    isChanged = each.settings !== undefined
    const outcome = await playCase(world, each, watched)
    outcomes.push(outcome)
    log(caseOutcomeText(outcome))
  }
  return { outcomes, acknowledged: world.history.length, deaths: world.deaths() }
}

type CaseWatchers = { patience: number | undefined; mistakes: () => string[]; deaths: () => string[] }

async function playCase(
  world: ChaosWorld,
  { name, restarts, run }: ChaosCase,
  { patience, mistakes, deaths }: CaseWatchers,
): Promise<CaseOutcome> {
  const began = Date.now()
  const wrong: string[] = []
  let shown: string | null = null
  try {
    const shows = await run(world)
    if (restarts) {
      await world.app.stop()
      await world.app.start()
    }
    if (!(await waitUntilIdle(world, patience))) wrong.push('it did not become idle')
    wrong.push(...(await checkInvariants(world)), ...mistakes())
    shown = shows()
  } catch (error) {
    wrong.push(String(error))
  }
  wrong.push(...deaths())
  return { name, seconds: (Date.now() - began) / 1000, shown, wrong }
}

/** A case whose fault did not happen proves nothing. */
export const hasPassed = ({ shown, wrong }: CaseOutcome): boolean => shown !== null && wrong.length === 0

export function caseOutcomeText(outcome: CaseOutcome): string {
  const { name, seconds, shown, wrong } = outcome
  const how = hasPassed(outcome) ? `✓ (${shown})` : shown === null ? '✗ THE FAULT DID NOT HAPPEN' : `✗ (${shown})`
  return [`${name}: ${how}, ${seconds.toFixed(1)} s`, ...wrong.map((each) => `    ${each}`)].join('\n')
}
