import { execFileSync, spawnSync } from 'node:child_process'

type Plan = { all: string } | { all: null; journeys: 'all' | 'changed' }

/** What every test stands on: the database's tables, packages, settings of the tools, what tests share. */
const affectsAll =
  /^(migrations\/|package(-lock)?\.json$|tsconfig\.json$|vite(st)?\.([\w.]+\.)?config\.ts$|scripts\/prepare|tests\/(fixtures|services|browser)\/|tests\/[\w-]+\.ts$)/
/** Journeys run the built product, which no import of theirs leads to. */
const affectsJourneys = /^(src|sites|public)\//
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Which tests these changed files can affect; `all` names the file because of which everything runs. */
export function testPlanFor(changed: string[]): Plan {
  const sources = changed.filter((file) => !isTest(file))
  const all = sources.find((file) => affectsAll.test(file))
  if (all) return { all }
  return { all: null, journeys: sources.some((file) => affectsJourneys.test(file)) ? 'all' : 'changed' }
}

function run(command: string, ...args: string[]): void {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** `npm run test:changed [-- REV]`: what the change since REV can affect (HEAD unless given; uncommitted and new files count). */
function main(base = 'HEAD'): void {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const plan = testPlanFor(changed)
  if (plan.all !== null) {
    console.log(`All tests run, because any of them may depend on ${plan.all}.`)
    run('npm', 'test')
    return
  }
  run('tsc')
  run('biome', 'check')
  const since = ['--changed', base, '--passWithNoTests']
  const ofProcesses = ['--project', 'journeys', '--project', 'scale']
  run('vitest', 'run', ...since, '--project', 'unit', '--project', 'server')
  run('vitest', 'run', ...(plan.journeys === 'changed' ? since : []), ...ofProcesses)
}

if (import.meta.main) main(process.argv[2])
