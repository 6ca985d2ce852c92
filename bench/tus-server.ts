import { createServer } from 'node:http'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

/** Takes uploads as its makers have it, until it is ended. */
const { folder, port } = JSON.parse(process.argv[2]!) as { folder: string; port: number }
const tus = new Server({ path: '/files', datastore: new FileStore({ directory: folder }) })
createServer(tus.handle.bind(tus)).listen(port, '127.0.0.1', () => console.log('ready'))
