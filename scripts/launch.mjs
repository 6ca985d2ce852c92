// Runs a program of the npm scripts: `node scripts/launch.mjs [NAME=value…] program [arguments…]`. Shells differ (cmd.exe
// knows neither `exec` nor `NAME=value`), so the scripts in package.json use none of their features.
//
// The program runs in this process: it gets signals itself, and its exit code is ours. The shell between npm and us ends
// by a signal without passing it on, and npm may be killed; then the program gets SIGTERM.
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { environment, nodeFlags } from './memory-settings.mjs'
import { canReplaceProcess, hasProc } from './prepare/platform.mjs'

const words = process.argv.slice(2)
while (words[0]?.includes('=')) {
  const [name, ...value] = words.shift().split('=')
  process.env[name] = value.join('=')
}
const [program, ...args] = words

// Both only count from the start of a process: this one begins again.
const isServer = program === 'src/app/main.ts' || program === 'src/app/worker.ts'
const misses = nodeFlags.filter((flag) => !process.execArgv.includes(flag))
if (isServer && canReplaceProcess && misses.length)
  process.execve(process.execPath, [process.execPath, ...misses, ...process.execArgv, ...process.argv.slice(1)], {
    ...environment,
    ...process.env,
  })

const script = resolve(existsSync(program) ? program : scriptOfPackage(program))
process.argv = [process.execPath, script, ...args]

const started = ancestors()
const watch = setInterval(() => {
  if (ancestors() === started) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 200).unref()

await import(pathToFileURL(script).href)

/** The script that a package such as vitest installs as a command of its name, or npm itself. */
function scriptOfPackage(name) {
  if (name === 'npm') return process.env.npm_execpath
  const folder = `node_modules/${name}`
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${folder}/${typeof bin === 'string' ? bin : bin[name]}`
}

/** Our parent, if it lives, and on Linux its own: npm, or the shell that npm started us with and npm. */
function ancestors() {
  const parent = process.ppid
  if (!isRunning(parent)) return 'none'
  if (!hasProc || !process.env.npm_node_execpath) return `${parent}`
  try {
    // npm itself: who started it may end without us.
    if (readlinkSync(`/proc/${parent}/exe`) === realpathSync(process.env.npm_node_execpath)) return `${parent}`
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    // The second field after the name in parentheses.
    return `${parent} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return `${parent}`
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
