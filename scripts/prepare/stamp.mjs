import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

function* filesIn(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name))
}

/** A fingerprint of files and folders, by name and content. */
export function fingerprint(paths, counts = () => true) {
  const hash = createHash('sha256')
  for (const path of paths)
    for (const file of filesIn(path))
      if (counts(file)) {
        const content = readFileSync(file)
        hash.update(`${file}\0${content.length}\0`).update(content)
      }
  return hash.digest('hex')
}

/**
 * Remembers in `file` from what something was made. The stamp is taken away before the work and comes back after it, so
 * that interrupted work is never taken for finished.
 */
export const stamped = (file, fingerprintNow) => ({
  isFresh: () => existsSync(file) && readFileSync(file, 'utf8') === fingerprintNow(),
  async renew(work) {
    rmSync(file, { force: true })
    const before = fingerprintNow()
    await work()
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, before)
  },
})
