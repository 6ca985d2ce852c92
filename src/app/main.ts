import { listenerOf } from '#app/http/listener.ts'
import { againstOverload } from '#app/http/overload.ts'
import type { Noted } from '#app/http/refused.ts'
import { createHttpServer } from '#app/http/server.ts'
import { limitSockets } from '#app/http/socket-limit.ts'
import { trusting, visitorOf } from '#app/http/visit.ts'
import { explain, loadEntry, openOrExplain, serve, tryPort } from '#app/process.ts'
import { tellWatchdog } from '#app/watchdog.ts'

/** `npm start`: the built pages and the API, from one process. */
tellWatchdog()
const entry = await loadEntry().catch(explain)
const services = await openOrExplain(entry, { beforeOpening: tryPort })
const app = entry.createApp(services)
const isProxy = trusting(services.config.TRUSTED_PROXIES)
const note = (refused: Noted) => {
  app.refused(refused.reason)
  services.log.info(refused, 'refused')
}
const listener = listenerOf(app.fetch, {
  note,
  failed: (err) => services.log.error({ err }, 'a request failed outside of every route'),
})
const { answer, newcomer } = againstOverload(listener, {
  whose: (request) => visitorOf(request, isProxy),
  isHttps: app.isHttps,
  report: (turnedAway) => {
    app.refused('overload', turnedAway)
    services.log.warn({ turnedAway }, 'more came than could be answered')
  },
})
// A page that is at hand costs next to nothing, so nobody who asks for one is turned away.
const server = createHttpServer((request, response) => app.fromCache(request, response, answer), {
  note,
  isHttps: app.isHttps,
})
app.watch(server)
server.on('connection', newcomer)
limitSockets(server, isProxy)
await serve(server, services)
