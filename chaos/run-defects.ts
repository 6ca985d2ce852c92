import { defects } from './defects.ts'
import { writeTried } from './results.ts'
import { tryDefects } from './try-defects.ts'

/**
 * `npm run chaos:defects [-- words]`: does the suite notice mistakes that are planted on purpose? What came of all of
 * them is written to `chaos/defects.md`.
 */
const root = new URL('..', import.meta.url).pathname
process.chdir(root)
const words = process.argv[2] ?? ''
const chosen = defects.filter(({ name }) => name.includes(words))
const tried = await tryDefects(root, chosen, { seed: 11, say: console.log })
if (!words) writeTried(tried)
const missed = tried.filter(({ isCaught }) => !isCaught).length
console.log(`${tried.length - missed} of ${tried.length} defects were caught.`)
process.exit(missed ? 1 : 0)
