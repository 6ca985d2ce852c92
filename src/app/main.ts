import type { RefusedRequest } from '#app/http/limits/early-refusal.ts'
import { createOverloadProtection } from '#app/http/limits/overload.ts'
import { resetSlowConnections } from '#app/http/limits/slow-readers.ts'
import { limitSockets } from '#app/http/limits/socket-limit.ts'
import { createRequestListener } from '#app/http/listener.ts'
import { createTrustedProxyCheck, rateLimitedClientOf } from '#app/http/request-context.ts'
import { createHttpServer } from '#app/http/server.ts'
import { checkPortIsFree, loadEntry, openServicesOrExit, printErrorAndExit, serveUntilSignal } from '#app/process.ts'
import { notifyWatchdog } from '#app/watchdog.ts'

/** `npm start`: the built pages and the API, from one process. */
notifyWatchdog()
const entry = await loadEntry().catch(printErrorAndExit)
const services = await openServicesOrExit(entry, { beforeOpening: checkPortIsFree })
const app = entry.createApp(services)
const isProxy = createTrustedProxyCheck(services.config.TRUSTED_PROXIES)
const note = (refused: RefusedRequest) => {
  app.refused(refused.reason)
  services.log.info(refused, 'refused')
}
const listener = createRequestListener(app.fetch, {
  note,
  failed: (err) => services.log.error({ err }, 'request failed outside all routes'),
})
const { answer, onConnection } = createOverloadProtection(listener, {
  clientOf: (request) => rateLimitedClientOf(request, isProxy),
  isHttps: app.isHttps,
  report: (shed) => {
    app.refused('overload', shed)
    services.log.warn({ shed }, 'requests shed: overloaded')
  },
})
// A cached page costs next to nothing, so requests for one are never shed.
const server = createHttpServer((request, response) => app.fromCache(request, response, answer), {
  note,
  isHttps: app.isHttps,
  answerKnown: app.answerKnown,
})
app.watch(server)
server.on('connection', onConnection)
limitSockets(server, isProxy)
resetSlowConnections(server)
await serveUntilSignal(server, services)
