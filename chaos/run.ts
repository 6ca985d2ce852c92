import { parseArgs } from 'node:util'
import type { Size } from './case.ts'
import { casesOf, isGood, playCases } from './play-cases.ts'

/** `npm run chaos -- smoke|quick|full [--seed 7] [--case words]`: the built server under faults. */
const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, case: { type: 'string' } },
  allowPositionals: true,
})
const size = (positionals[0] ?? 'quick') as Size
const root = new URL('..', import.meta.url).pathname
process.chdir(root)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const chosen = casesOf(values.case ? 'full' : size).filter(({ name }) => name.includes(values.case ?? ''))
if (!chosen.length) {
  console.error('There is no such case; say smoke, quick or full.')
  process.exit(1)
}
console.log(`chaos ${size}, ${chosen.length} cases, --seed ${seed}`)
const began = Date.now()
const { outcomes, acknowledged, deaths } = await playCases({ seed, root, cases: chosen, say: console.log })
const bad = outcomes.filter((outcome) => !isGood(outcome)).length
const seconds = Math.round((Date.now() - began) / 1000)
console.log(
  `${acknowledged} acknowledged deeds, ${deaths} deaths, ${seconds} s: ${bad ? `${bad} cases FAILED, repeat with --seed ${seed}` : 'all is well'}`,
)
process.exit(bad ? 1 : 0)
