import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** All cases once, with what came of it: `failed` names those that did not go well. */
export type Round = { seed: number; seconds: number; acknowledged: number; deaths: number; failed: string[] }

export function writeResults(rounds: Round[], { size, cases }: { size: string; cases: number }): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const lines = rounds.map(
    ({ seed, seconds, acknowledged, deaths, failed }) =>
      `| ${seed} | ${seconds} | ${acknowledged} | ${deaths} | ${failed.length ? `**no**: ${failed.join('; ')}` : 'yes'} |`,
  )
  const page = [
    '# Rounds of chaos',
    '',
    `\`npm run chaos -- ${size} --times ${rounds.length}\` on ${new Date().toISOString().slice(0, 10)}, at ${commit}, ${machine}, Node ${process.version}.`,
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
