import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SetupError } from './setup-error.mjs'

// The project brings Node for Linux (x64 and arm64) and Windows (x64). npm scripts find the link before the machine's own.
const isWindows = process.platform === 'win32'
const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
const program = `node_modules/${folder}/bin/node${isWindows ? '.exe' : ''}`
const link = `node_modules/.bin/node${isWindows ? '.cmd' : ''}`

const machine = process.versions.node
export const machineSuffices = Number(machine.split('.')[0]) >= 24

/** Whether npm scripts run on the project's own Node from now on; makes it so where it can. */
export function adoptBundledNode() {
  const runs = existsSync(program) && spawnSync(resolve(program), ['--version']).status === 0
  // One that does not run here (Alpine's musl, for example) would stand in the way of the machine's own.
  if (!runs) rmSync(link, { force: true })
  // npm 10 takes the link away when it leaves out the package for the other processor.
  else if (!existsSync(link)) {
    mkdirSync('node_modules/.bin', { recursive: true })
    if (isWindows) writeFileSync(link, `@"%~dp0\\..\\${folder}\\bin\\node.exe" %*\r\n`)
    else symlinkSync(`../${folder}/bin/node`, link)
  }
  return runs
}

/** The Node that runs the application: the project's own, or else the machine's, if it is new enough. */
export const node = {
  isDone: () =>
    existsSync(link)
      ? realpathSync(isWindows ? program : link) === process.execPath
      : machineSuffices && !existsSync(program),
  make() {
    if (adoptBundledNode() || machineSuffices) return
    const why = existsSync(program)
      ? 'the one it brings does not run here'
      : `it brings none for ${process.platform}-${process.arch}`
    throw new SetupError(
      `Stagedoor runs on Node 24 or later; ${why} and this machine has ${machine}: install a newer one from https://nodejs.org.`,
    )
  },
}
