import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Entry } from '#app/entry.ts'
import { againstOverload } from '#app/http/overload.ts'
import { createHttpServer } from '#app/http/server.ts'
import { limitSockets } from '#app/http/socket-limit.ts'
import { trusting, visitorOf } from '#app/http/visit.ts'
import { openOrExplain, serve } from '#app/process.ts'

/** `npm start`: the built pages and the API, from one process. */
process.chdir(new URL('../..', import.meta.url).pathname)
const entry: Entry = await import(new URL('../../dist/server/entry.js', import.meta.url).href)
const house = await openOrExplain(entry)
const app = entry.createApp(house)
const isProxy = trusting(house.config.TRUSTED_PROXIES)
const { answer, newcomer } = againstOverload(getRequestListener(app.fetch) as RequestListener, {
  whose: (request) => visitorOf(request, isProxy),
  report: (turnedAway) => {
    app.refused('overload', turnedAway)
    house.log.warn({ turnedAway }, 'more came than could be answered')
  },
})
const note = ({ status, reason }: { status: number; reason: string }) => {
  app.refused(reason)
  house.log.info({ requestId: randomUUID(), status, reason }, 'refused')
}
// A page that is at hand costs next to nothing, so nobody who asks for one is turned away.
const server = createHttpServer((request, response) => app.fromCache(request, response, answer), note)
app.watch(server)
server.on('connection', newcomer)
limitSockets(server, isProxy)
await serve(server, house)
