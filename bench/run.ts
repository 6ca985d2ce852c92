import { adminAnalytics } from './analytics.ts'
import { downloads } from './downloads.ts'
import { home } from './home.ts'
import { lists } from './lists.ts'
import { metadata } from './metadata.ts'
import { watchNeighbours } from './neighbours.ts'
import { adminOrders } from './orders.ts'
import { pages } from './pages.ts'
import { publishing } from './publishing.ts'
import { keepResults } from './results.ts'
import type { Row } from './row.ts'
import { shop } from './shop.ts'
import { sites } from './sites.ts'
import { slowReaders } from './slow-readers.ts'
import { uploads } from './uploads.ts'
import { zip } from './zip.ts'

/**
 * Each benchmark measures one part of the product against its baseline; `npm run bench -- lists` runs that one alone.
 */
const benches: Record<string, () => Promise<Row[]>> = {
  pages,
  home,
  publishing,
  sites,
  lists,
  shop,
  orders: adminOrders,
  analytics: adminAnalytics,
  metadata,
  zip,
  downloads,
  'slow-readers': slowReaders,
  uploads,
}

const requestedNames = process.argv.slice(2)
const unknown = requestedNames.filter((name) => !benches[name])
if (unknown.length) {
  console.error(`There is no bench called ${unknown.join(', ')}; there is ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

for (const [name, measure] of Object.entries(benches)) {
  if (requestedNames.length && !requestedNames.includes(name)) continue
  console.log(`${name}…`)
  const takenByNeighbours = watchNeighbours()
  const rows = await measure()
  const taken = takenByNeighbours()
  for (const { what, measured, budget, yardstick } of rows)
    console.log(`  ${what}: ${measured} (budget: ${budget}; yardstick: ${yardstick})`)
  console.log(`  Of the processors others had ${taken} meanwhile.`)
  keepResults(name, rows, taken, Object.keys(benches))
}
process.exit(0)
