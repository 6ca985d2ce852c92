import { existsSync, rmSync } from 'node:fs'
import { adoptBundledNode, machineSuffices } from './node.mjs'
import { npm } from './npm.mjs'
import { platformName } from './platform.mjs'
import { SetupError } from './setup-error.mjs'
import { fingerprint, stamped } from './stamp.mjs'

const stamp = stamped('node_modules/.prepared', () =>
  [fingerprint(['package.json', 'package-lock.json']), platformName].join(' '),
)

export const packages = {
  isDone: stamp.isFresh,
  make() {
    console.log('Installing packages (once, about a minute)…')
    return stamp.renew(async () => {
      const hadNode = adoptBundledNode()
      await install()
      // npm silently leaves out optional packages that are not meant for the Node it runs on. An older one than ours may
      // have left out the bundler's binary; the Node that has just been installed fetches what is missing.
      if (adoptBundledNode() && !hadNode && !machineSuffices) await install()
      adoptBundledNode()
    })
  },
}

/**
 * Not `npm ci`, which begins by deleting `node_modules` with everything that is cached there. Nothing is saved, because
 * preparing a clone never changes its files, and no package runs code while it is installed.
 */
const command =
  'install --no-save --include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error'

/** npm's own list of what it has installed, written when it is done. */
const inventory = 'node_modules/.package-lock.json'

/** npm at times ends half-way and calls that a success ("Exit handler never called"): then once more. */
async function install() {
  rmSync(inventory, { force: true })
  let output = ''
  for (let tries = 0; tries < 2 && !existsSync(inventory); tries++) {
    output = await npm(command.split(' '), 'The packages could not be installed; npm says why above.')
  }
  if (existsSync(inventory)) return
  process.stderr.write(output)
  throw new SetupError('npm ended before all packages were installed: please try again.')
}
