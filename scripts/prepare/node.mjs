import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from './refusal.mjs'

// npm scripts find this one before the machine's own. It is there on Linux, x64 and arm64.
const bundled = 'node_modules/.bin/node'

const machine = process.versions.node
const machineSuffices = Number(machine.split('.')[0]) >= 24
let tried = false

/** The Node that will run the application: the project's own, or else the machine's, if it is new enough. */
export const node = {
  isDone: () => (existsSync(bundled) ? tried || realpathSync(bundled) === process.execPath : machineSuffices),
  make() {
    const found = existsSync(bundled)
    tried = found && spawnSync(resolve(bundled), ['--version']).status === 0
    if (tried) return
    // One that does not run here (Alpine's musl, for example) would stand in the way of the machine's own.
    rmSync(bundled, { force: true })
    if (machineSuffices) return
    const why = found ? 'the one it brings does not run here' : `it brings none for ${process.platform}-${process.arch}`
    throw new Refusal(
      `Stagedoor runs on Node 24 or later; ${why} and this machine has ${machine}: install a newer one from https://nodejs.org.`,
    )
  },
}
