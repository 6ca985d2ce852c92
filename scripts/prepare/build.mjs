import { npm } from './npm.mjs'
import { fingerprint, stamped } from './stamp.mjs'

const sources = ['src', 'sites', 'public', 'vite.config.ts', 'package.json', 'package-lock.json']

/** Tests are no part of the build, and generated files (*.gen.ts) are written by it. */
const counts = (file) => !/\.(test\.tsx?|gen\.ts)$/.test(file)

const stamp = stamped('dist/.prepared', () => fingerprint(sources, counts))

export const build = {
  isDone: stamp.isFresh,
  make() {
    console.log('Building the pages (after a change only, some seconds)…')
    return stamp.renew(() => npm(['run', '--silent', 'build'], 'The build failed; it says why above.'))
  },
}
