import { benchAdminAnalytics } from './analytics.ts'
import type { BenchRow } from './bench-row.ts'
import { benchDownloads } from './downloads.ts'
import { benchFirstVisit } from './first-visit.ts'
import { benchHomePage } from './home.ts'
import { benchLists } from './lists.ts'
import { benchMemory } from './memory.ts'
import { benchTagReading } from './metadata.ts'
import { benchAdminOrders } from './orders.ts'
import { benchPages } from './pages.ts'
import { benchPublishing } from './publishing.ts'
import { writeBenchResults } from './results.ts'
import { benchSaleRush } from './rush.ts'
import { benchScale } from './scale.ts'
import { benchShop } from './shop.ts'
import { benchManySites } from './sites.ts'
import { benchSlowReaders } from './slow-readers.ts'
import { benchSmallMachine } from './small-machine.ts'
import { startStolenCpuTimer } from './stolen-cpu-time.ts'
import { benchTyping } from './typing.ts'
import { benchUploads } from './uploads.ts'
import { benchZip } from './zip.ts'

/**
 * Each benchmark measures one part of the product against its baseline; `npm run bench -- lists` runs that one alone.
 */
const benches: Record<string, () => Promise<BenchRow[]>> = {
  pages: benchPages,
  rush: benchSaleRush,
  home: benchHomePage,
  'first-visit': benchFirstVisit,
  memory: benchMemory,
  'small-machine': benchSmallMachine,
  publishing: benchPublishing,
  typing: benchTyping,
  sites: benchManySites,
  lists: benchLists,
  shop: benchShop,
  orders: benchAdminOrders,
  analytics: benchAdminAnalytics,
  metadata: benchTagReading,
  zip: benchZip,
  downloads: benchDownloads,
  scale: benchScale,
  'slow-readers': benchSlowReaders,
  uploads: benchUploads,
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
  const takenByNeighbours = startStolenCpuTimer()
  const rows = await measure()
  const taken = takenByNeighbours()
  for (const { what, measured, budget, yardstick } of rows)
    console.log(`  ${what}: ${measured} (budget: ${budget}; yardstick: ${yardstick})`)
  console.log(`  Of the processors others had ${taken} meanwhile.`)
  writeBenchResults(name, rows, taken, Object.keys(benches))
}
process.exit(0)
