import { defects } from './defects.ts'
import { writeDefectResults } from './results.ts'
import { tryDefects } from './try-defects.ts'

/**
 * `npm run chaos:defects [-- words]`: does the suite notice planted defects? The results of a full run are written to
 * `chaos/defects.md`.
 */
const root = new URL('..', import.meta.url).pathname
process.chdir(root)
const words = process.argv[2] ?? ''
const chosen = defects.filter(({ name }) => name.includes(words))
const tried = await tryDefects(root, chosen, { seed: 11, log: console.log })
if (!words) writeDefectResults(tried)
const missed = tried.filter(({ isCaught }) => !isCaught).length
console.log(`${tried.length - missed} of ${tried.length} defects were caught.`)
process.exit(missed ? 1 : 0)
