import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#domain/operator-error.ts'

export const builtSitesFile = 'sites.sha256'
const server = 'dist/server'

/** Pages, images and demo media are read when they are needed; what is a program is part of the build. */
const sources = 'sites/**/*.{ts,tsx}'

/** A fingerprint of the current sources of the sites, by name and content. */
export function sitesFingerprint(root = '.'): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort()) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const build = 'run node scripts/prepare.mjs build, then start again'

/** Why this build must not be started; null when it may. */
export function staleBuildReason(root = '.'): string | null {
  if (!existsSync(join(root, server, 'entry.js'))) return `The program is not built; ${build}.`
  const path = join(root, server, builtSitesFile)
  const isSame = existsSync(path) && readFileSync(path, 'utf8') === sitesFingerprint(root)
  return isSame ? null : `The files in sites/ are not those that the program was built from; ${build}.`
}

export function refuseStaleBuild(): void {
  const why = staleBuildReason()
  if (why) throw new OperatorError(why)
}
