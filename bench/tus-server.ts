import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

type ServerOptions = { folder: string; port: number; isCareful: boolean }
const { folder, port, isCareful } = JSON.parse(process.argv[2]!) as ServerOptions

/** Does the same work as ours with each part: hashes it, and syncs it to the disk before the answer. */
class CarefulStore extends FileStore {
  override async write(...[readable, id, offset]: Parameters<FileStore['write']>): Promise<number> {
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(piece, _, done) {
        hash.update(piece)
        done(null, piece)
      },
    })
    const reached = await super.write(readable.compose(hashing), id, offset)
    hash.digest('hex')
    const file = await open(join(folder, id), 'r+')
    await file.sync()
    await file.close()
    return reached
  }
}

/** Takes uploads, with default or careful settings, until it is ended. */
const Store = isCareful ? CarefulStore : FileStore
const tus = new Server({ path: '/files', datastore: new Store({ directory: folder }) })
createServer(tus.handle.bind(tus)).listen(port, '127.0.0.1', () => console.log('ready'))
