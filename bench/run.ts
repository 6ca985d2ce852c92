import { writeFileSync } from 'node:fs'
import { analyticsAtDesk } from './analytics.ts'
import { circumstances } from './circumstances.ts'
import { downloads } from './downloads.ts'
import { home } from './home.ts'
import { lists } from './lists.ts'
import { metadata } from './metadata.ts'
import { watchNeighbours } from './neighbours.ts'
import { ordersAtDesk } from './orders.ts'
import { pages } from './pages.ts'
import type { Row } from './row.ts'
import { shop } from './shop.ts'
import { uploads } from './uploads.ts'
import { zip } from './zip.ts'

/** Each measures one part of the product against its yardstick; `npm run bench -- lists` runs that one alone. */
const benches: Record<string, () => Promise<Row[]>> = {
  pages,
  home,
  lists,
  shop,
  orders: ordersAtDesk,
  analytics: analyticsAtDesk,
  metadata,
  zip,
  downloads,
  uploads,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !benches[name])
if (unknown.length) {
  console.error(`There is no bench called ${unknown.join(', ')}; there is ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const rows: (Row & { taken: string })[] = []
for (const [name, measure] of Object.entries(benches)) {
  if (asked.length && !asked.includes(name)) continue
  console.log(`${name}…`)
  const takenByNeighbours = watchNeighbours()
  const measured = await measure()
  const taken = takenByNeighbours()
  for (const row of measured) {
    console.log(`  ${row.what}: ${row.measured} (budget: ${row.budget}; yardstick: ${row.yardstick})`)
    rows.push({ ...row, taken })
  }
  console.log(`  Of the processors others had ${taken} meanwhile.`)
}
if (asked.length === 0) writeFileSync('bench/results.md', page(rows))
process.exit(0)

function verdictOf({ isMet, why, taken }: (typeof rows)[number]): string {
  if (isMet) return 'met'
  return `**missed**: ${why ?? `others had ${taken} of the processors meanwhile; nothing else is known`}`
}

function page(measured: typeof rows): string {
  const lines = measured.map(
    (row) => `| ${row.what} | ${row.budget} | ${row.yardstick} | ${row.measured} | ${row.taken} | ${verdictOf(row)} |`,
  )
  return [
    '# Measurements',
    '',
    circumstances('npm run bench'),
    'Compare figures of one table with each other; other machines give other figures. A virtual machine shares its',
    'processors: how much of them others had while a row was measured is said with it, and makes every time longer.',
    'Ghost and WordPress were measured once, on two cores, and did not run again.',
    '',
    '| what | budget | yardstick in the same run | measured | others had | |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
