import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const worthIt = /\.(js|css|svg|json)$/
const ways = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Compresses what the build made for browsers, once and as well as it goes; the server then only sends it. */
export function precompressPlugin(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => worthIt.test(file))
      // Together, because each compression has a thread of its own: one by one they take twice as long on two cores.
      await Promise.all(
        files.map(async (file) => {
          const bytes = await readFile(join(dir, file))
          for (const [ending, compress] of Object.entries(ways))
            await writeFile(join(dir, `${file}.${ending}`), await compress(bytes))
        }),
      )
    },
  }
}
