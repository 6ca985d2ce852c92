import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

/** Date, commit and machine of a measurement, for the first line of its results. */
export function measurementContext(command: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'src') !== ''
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  return `\`${command}\` on ${new Date().toISOString().slice(0, 10)}, at ${commit}, ${machine}, Node ${process.version}.`
}
