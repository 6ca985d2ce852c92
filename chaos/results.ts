import { writeFileSync } from 'node:fs'
import { measurementContext } from '../bench/measurement-context.ts'
import type { DefectResult } from './try-defects.ts'

/** One round of all cases; `failed` names those that failed. */
export type ChaosRound = { seed: number; seconds: number; acknowledged: number; deaths: number; failed: string[] }

export function writeResults(rounds: ChaosRound[], { size, cases }: { size: string; cases: number }): void {
  const lines = rounds.map(
    ({ seed, seconds, acknowledged, deaths, failed }) =>
      `| ${seed} | ${seconds} | ${acknowledged} | ${deaths} | ${failed.length ? `**no**: ${failed.join('; ')}` : 'yes'} |`,
  )
  const page = [
    '# Rounds of chaos',
    '',
    measurementContext(`npm run chaos -- ${size} --times ${rounds.length}`),
    `Each round plays ${cases} cases with a seed of its own, which \`--seed\` repeats. It has passed when what was`,
    'acknowledged is there in the end, once, and no process has died that was not killed on purpose.',
    '',
    '| seed | seconds | acknowledged operations | deaths | passed |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
  writeFileSync('chaos/results.md', page)
}

/** The results of all planted defects. */
export function writeDefectResults(tried: DefectResult[]): void {
  const inOneLine = (words: string) => words.replaceAll('|', '/').replace(/\s+/g, ' ').slice(0, 200)
  const lines = tried.map(
    ({ name, isCaught, how }) => `| ${name} | ${isCaught ? 'yes' : '**no**'} | ${inOneLine(how)} |`,
  )
  const page = [
    '# Planted defects',
    '',
    measurementContext('npm run chaos:defects'),
    'Each is planted in a copy of the program. It is caught when its case passes on the unchanged program and reports the',
    'expected complaint on the changed one.',
    '',
    '| defect | caught | complaint |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n')
  writeFileSync('chaos/defects.md', page)
}
