import { writeFileSync } from 'node:fs'
import { circumstances } from '../bench/circumstances.ts'

/** All cases once, with what came of it: `failed` names those that did not go well. */
export type Round = { seed: number; seconds: number; acknowledged: number; deaths: number; failed: string[] }

export function writeResults(rounds: Round[], { size, cases }: { size: string; cases: number }): void {
  const lines = rounds.map(
    ({ seed, seconds, acknowledged, deaths, failed }) =>
      `| ${seed} | ${seconds} | ${acknowledged} | ${deaths} | ${failed.length ? `**no**: ${failed.join('; ')}` : 'yes'} |`,
  )
  const page = [
    '# Rounds of chaos',
    '',
    circumstances(`npm run chaos -- ${size} --times ${rounds.length}`),
    `Each round plays ${cases} cases with a seed of its own, which \`--seed\` repeats. It has passed when what was`,
    'acknowledged is there in the end, once, and no process has died that was not killed on purpose.',
    '',
    '| seed | seconds | acknowledged deeds | deaths | passed |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
  writeFileSync('chaos/results.md', page)
}
