import type { Entry } from '#app/entry.ts'
import { openOrExplain, stopOnSignal } from '#app/process.ts'

/** `npm run worker`: background jobs and nothing else, beside web processes that were started with WORKER=off. */
process.chdir(new URL('../..', import.meta.url).pathname)
process.env.WORKER = 'on'
const { openHouse }: Entry = await import(new URL('../../dist/server/entry.js', import.meta.url).href)
const house = await openOrExplain({ openHouse })
stopOnSignal(house, async () => {})
console.log('Stagedoor is working on background jobs.')
