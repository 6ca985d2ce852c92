import { statSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }

/** The version of the program, and when the file that runs was made; the sources themselves were not made. */
export const buildInfo = {
  version: manifest.version,
  builtAt: import.meta.filename.endsWith('.js') ? statSync(import.meta.filename).mtime : null,
}
