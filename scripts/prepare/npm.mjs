import { delimiter, resolve } from 'node:path'
import { npmCommand } from './platform.mjs'
import { run } from './run.mjs'

/**
 * npm, on the project's own Node once that is there. NODE_ENV does not reach it: `production` would leave out the build
 * tools, and anything else would build React for development.
 */
export function npm(args, sentence) {
  const { NODE_ENV: _, PATH, ...env } = process.env
  const [command, ...first] = npmCommand()
  return run(command, [...first, ...args], {
    env: { ...env, PATH: resolve('node_modules/.bin') + delimiter + PATH },
    sentence,
  })
}
