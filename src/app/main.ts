import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Entry } from '#app/entry.ts'
import { createHttpServer } from '#app/http/server.ts'
import { openOrExplain, serve } from '#app/process.ts'

/** `npm start`: the built pages and the API, from one process. */
process.chdir(new URL('../..', import.meta.url).pathname)
const entry: Entry = await import(new URL('../../dist/server/entry.js', import.meta.url).href)
const house = await openOrExplain(entry)
const listener = getRequestListener(entry.createApp(house).fetch) as RequestListener
const note = ({ status, reason }: { status: number; reason: string }) =>
  house.log.info({ requestId: randomUUID(), status, reason }, 'refused')
await serve(createHttpServer(listener, note), house)
