import { createServer, type RequestListener } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { uploadsRoutes } from '#api/admin/uploads.ts'
import type { ApiEnv } from '#api/env.ts'
import { createErrorHandler } from '#api/errors.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import type { S3Options } from '#server/files/s3-client.ts'
import { openS3Store } from '#server/files/s3-store.ts'
import { silentLog } from '#tests/fixtures/log.ts'

type WorkerOptions = {
  options: DatabaseOptions
  websiteId: string
  userId: string
  folder: string
  port: number
  /** Null where files are kept on the disk. */
  s3: S3Options | null
}
type Vars = ApiEnv['Variables']

/** Takes uploads for one site, of one person, until it is killed. The rest of the API would only make it slow to start. */
const { options, websiteId, userId, folder, port, s3 } = JSON.parse(process.argv[2]!) as WorkerOptions
const database = await openDatabase(options)
const store = s3 ? openS3Store(s3, `${folder}/work`) : openDiskStore(folder)
const files = { store, receiver: openFileReceiver(`${folder}/incoming`) } as Vars['services']['files']
const log = { ...silentLog, error: (facts: object) => console.error(facts) }
const api = new Hono<ApiEnv>()
  .onError(createErrorHandler(log))
  .use(async (c, next) => {
    c.set('actor', { kind: 'administrator', userId, sessionId: userId, authenticatedBy: 'token' })
    c.set('site', { siteId: websiteId, uploads: { quotaGigabytes: 10 } } as Vars['site'])
    c.set('now', new Date())
    c.set('inSite', (work) => inSite(database, { websiteId, role: 'administrator', userId }, work))
    c.set('services', { files, fileArrived: async () => {} } as Partial<Vars['services']> as Vars['services'])
    await next()
  })
  .route('/api/upload', uploadsRoutes)
const listener = getRequestListener((request, env) =>
  api.fetch(request, {
    requestContext: {} as ApiEnv['Bindings']['requestContext'],
    socketBody: (env as HttpBindings).incoming,
  }),
)
createServer(listener as RequestListener).listen(port, '127.0.0.1', () => console.log('ready'))
