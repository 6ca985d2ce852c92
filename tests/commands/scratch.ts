import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url))

/**
 * A fake npm that logs its calls and follows the files beside it: `install-fails`, `install-stops-half-way`,
 * `brings-no-node`, `brings-a-broken-node`, `build-fails`, `build-hangs`.
 */
const fakeNpm = `#!/bin/sh
here=$(dirname "$0")
says() { test -e "$here/$1"; }
echo "$1 NODE_ENV=$NODE_ENV" >> "$here/diary"
echo "npm warn EBADENGINE Unsupported engine"
case $1 in
install)
  says install-fails && { echo "npm error network"; exit 1; }
  mkdir -p node_modules/.bin
  says install-stops-half-way && exit 0
  if ! says brings-no-node; then
    bin=node_modules/$NODE_PACKAGE/bin
    mkdir -p $bin
    ln -sf ../$NODE_PACKAGE/bin/node node_modules/.bin/node
    ln -sf "$REAL_NODE" $bin/node
    if says brings-a-broken-node; then rm $bin/node; echo junk > $bin/node; chmod +x $bin/node; fi
  fi
  echo {} > node_modules/.package-lock.json ;;
run)
  says build-fails && { echo "error in a.ts"; exit 1; }
  mkdir -p dist
  (while says build-hangs; do sleep 0.02; done; echo done >> "$here/diary") &
  wait ;;
esac
`

type Outcome = { code: number | null; signal: NodeJS.Signals | null; output: string }

/** A small project in a folder of its own, with our preparation and an npm that only pretends. */
export function scratchProject() {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-prepare-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(scripts, 'prepare.mjs'), join(folder, 'scripts/prepare.mjs'))
  cpSync(join(scripts, 'prepare'), join(folder, 'scripts/prepare'), { recursive: true })

  const write = (path: string, text = '') => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('package.json', '{}')
  write('package-lock.json', '{}')
  write('src/a.ts', 'export const a = 1')
  write('npm/npm', fakeNpm)
  chmodSync(join(folder, 'npm/npm'), 0o755)
  write('npm/pretend.cjs', pretendVersion)

  const start = (words: string[], { node = process.versions.node, env = {} }: FakeTools = {}) => {
    const child = spawn(process.execPath, ['scripts/prepare.mjs', ...words], {
      cwd: folder,
      env: {
        PATH: `${join(folder, 'npm')}:${process.env.PATH}`,
        REAL_NODE: process.execPath,
        NODE_PACKAGE: `node-${process.platform}-${process.arch}`,
        PRETEND_NODE: node,
        NODE_OPTIONS: `--require=${join(folder, 'npm/pretend.cjs')}`,
        ...env,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
    const outcome = once(child, 'close').then(([code, signal]): Outcome => ({ code, signal, output }))
    return { child, outcome, output: () => output }
  }

  return {
    folder,
    write,
    remove: (path: string) => rmSync(join(folder, path), { recursive: true, force: true }),
    has: (path: string) => existsSync(join(folder, path)),
    /** The calls of npm, in order. */
    diary: () => (existsSync(join(folder, 'npm/diary')) ? readFileSync(join(folder, 'npm/diary'), 'utf8') : ''),
    start,
    prepare: (...words: string[]) => start(words).outcome,
  }
}

type FakeTools = { node?: string; env?: Record<string, string> }

const pretendVersion = `
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: process.env.PRETEND_NODE } })`
