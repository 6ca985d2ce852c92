import { parseArgs } from 'node:util'
import type { ChaosRunSize } from './case.ts'
import { type ChaosRound, writeResults } from './results.ts'
import { casesOf, hasPassed, runCases } from './run-cases.ts'

/** `npm run chaos -- smoke|quick|full [--seed 7] [--case words] [--times 10]`: the built server under faults. */
const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, case: { type: 'string' }, times: { type: 'string' } },
  allowPositionals: true,
})
const size = (positionals[0] ?? 'quick') as ChaosRunSize
const root = new URL('..', import.meta.url).pathname
process.chdir(root)
const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const times = Number(values.times ?? 1)
const chosen = casesOf(values.case ? 'full' : size).filter(({ name }) => name.includes(values.case ?? ''))
if (!chosen.length || !(times >= 1)) {
  console.error('There is no such case; say smoke, quick or full, and --times how often.')
  process.exit(1)
}
const rounds: ChaosRound[] = []
for (let n = 0; n < times; n++) rounds.push(await playRound(first + n))
const bad = rounds.filter((round) => round.failed.length).length
if (times > 1) console.log(`${times - bad} of ${times} rounds went well.`)
// A partial round is not recorded.
if (times > 1 && !values.case) writeResults(rounds, { size, cases: chosen.length })
process.exit(bad ? 1 : 0)

async function playRound(seed: number): Promise<ChaosRound> {
  console.log(`chaos ${size}, ${chosen.length} cases, --seed ${seed}`)
  const began = Date.now()
  const { outcomes, acknowledged, deaths } = await runCases({ seed, root, cases: chosen, log: console.log })
  const failed = outcomes.filter((outcome) => !hasPassed(outcome)).map(({ name }) => name)
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(
    `${acknowledged} acknowledged operations, ${deaths} deaths, ${seconds} s: ${failed.length ? `${failed.length} cases FAILED, repeat with --seed ${seed}` : 'all is well'}`,
  )
  return { seed, seconds, acknowledged, deaths, failed }
}
