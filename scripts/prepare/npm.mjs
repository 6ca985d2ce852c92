import { delimiter } from 'node:path'
import { run } from './run.mjs'

/**
 * The machine's own npm. NODE_ENV does not reach it: `production` would leave out the build tools, and anything else
 * would build React for development. The project's own node_modules/.bin does not either, because npm may be replacing
 * the Node that lies there.
 */
export function npm(args, sentence) {
  const { NODE_ENV: _, PATH = '', ...env } = process.env
  const outside = PATH.split(delimiter).filter((folder) => !/node_modules[\\/]\.bin$/.test(folder))
  return run('npm', args, { env: { ...env, PATH: outside.join(delimiter) }, sentence })
}
