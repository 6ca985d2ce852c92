import { npm } from './npm.mjs'
import { fingerprint, stamped } from './stamp.mjs'

const stamp = stamped('node_modules/.prepared', () =>
  [fingerprint(['package.json', 'package-lock.json']), process.platform, process.arch].join(' '),
)

/**
 * Not `npm ci`, which refuses a lock file in which another platform's optional binary could not be resolved. Nothing is
 * saved, because preparing a clone never changes its files, and no package runs code while it is installed.
 */
const install =
  'install --no-save --include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error'

export const packages = {
  isDone: stamp.isFresh,
  make() {
    console.log('Installing packages (once, about a minute)…')
    return stamp.renew(() => npm(install.split(' '), 'The packages could not be installed; npm says why above.'))
  },
}
