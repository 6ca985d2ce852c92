import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type BenchRow, noBudget } from './bench-row.ts'
import { measurementContext } from './measurement-context.ts'

const file = 'bench/results.md'

const intro = `# Measurements

Compare figures of one row with each other; other machines give other figures. A virtual machine shares its processors:
how much of them others had meanwhile is said with each table, and makes every time longer. \`npm run bench\` measures
all of it, \`npm run bench -- zip\` one part; each part says of what it was measured.
Ghost and WordPress were measured once, on two cores, and did not run again.
Pages, start, the home page, publications and sites are those of the delivered server. Uploads and downloads are measured on
the code that takes and gives them, in a process of its own, without sign-in and log; lists, shop, orders and analytics
by asking the API within one process, without a network.
`

/** Replaces the results of one part; the other parts stay as they are. */
export function writeBenchResults(name: string, rows: BenchRow[], taken: string, order: string[]): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8').split(/^## /m).slice(1) : []
  const parts = new Map(before.map((part) => [part.slice(0, part.indexOf('\n')), part]))
  parts.set(name, partOf(name, rows, taken))
  const known = order.flatMap((each) => parts.get(each)?.trimEnd() ?? [])
  writeFileSync(file, [intro, ...known.map((part) => `## ${part}\n`)].join('\n'))
}

function partOf(name: string, rows: BenchRow[], taken: string): string {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.budget} | ${row.yardstick} | ${row.measured} | ${verdictOf(row, taken)} |`,
  )
  return [
    name,
    '',
    `${measurementContext(`npm run bench -- ${name}`)} Others had ${taken} of the processors.`,
    '',
    '| what | budget | yardstick in the same run | measured | |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function verdictOf({ budget, isMet, why }: BenchRow, taken: string): string {
  if (budget === noBudget) return '–'
  if (isMet) return 'met'
  return `**missed**: ${why ?? `others had ${taken} of the processors meanwhile; nothing else is known`}`
}
