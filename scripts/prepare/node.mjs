import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundledNode, linkBundledNode, linkedNode, platformName, unlinkBundledNode } from './platform.mjs'
import { SetupError } from './setup-error.mjs'

const machine = process.versions.node
export const machineSuffices = Number(machine.split('.')[0]) >= 24

/** Whether npm scripts run on the project's own Node from now on; makes it so where it can. */
export function adoptBundledNode() {
  const runs = existsSync(bundledNode) && spawnSync(resolve(bundledNode), ['--version']).status === 0
  // One that does not run here (Alpine's musl, for example) would stand in the way of the machine's own.
  if (runs) linkBundledNode()
  else unlinkBundledNode()
  return runs
}

/** The Node that runs the application: the project's own, or else the machine's, if it is new enough. */
export const node = {
  isDone() {
    const linked = linkedNode()
    return linked ? linked === process.execPath : machineSuffices && !existsSync(bundledNode)
  },
  make() {
    if (adoptBundledNode() || machineSuffices) return
    const why = existsSync(bundledNode) ? 'the one it brings does not run here' : `it brings none for ${platformName}`
    throw new SetupError(
      `Stagedoor runs on Node 24 or later; ${why} and this machine has ${machine}: install a newer one from https://nodejs.org.`,
    )
  },
}
