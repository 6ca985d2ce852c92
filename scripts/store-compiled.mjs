// Stores what Node compiles when the built server starts (`loadEntry` in src/app/process.ts), for an installation that
// cannot write into its program's folder. Run it with the Node that will run the server.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'

enableCompileCache(resolve('node_modules/.cache/stagedoor/compiled'))
await import(new URL('../dist/server/entry.js', import.meta.url).href)
flushCompileCache()
process.exit(0)
