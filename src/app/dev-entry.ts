import type { RequestListener } from 'node:http'
import { createApp } from '#app/app.ts'
import type { RefusedRequest } from '#app/http/limits/early-refusal.ts'
import { createRequestListener } from '#app/http/listener.ts'
import { createHttpServer } from '#app/http/server.ts'
import { createServices, type Services } from '#app/services.ts'

/** The part of the dev server that Vite loads: everything that an edit can replace while the process runs. */
export { createServices }

/** The application, behind the same checks as in production. The port belongs to `dev.ts`, so this server never listens. */
export function createListener(services: Services): RequestListener {
  const note = (refused: RefusedRequest) => services.log.info(refused, 'refused')
  const logFailure = (err: unknown) => services.log.error({ err }, 'request failed outside all routes')
  const server = createHttpServer(createRequestListener(createApp(services).fetch, { note, failed: logFailure }), {
    note,
  })
  return (request, response) => server.emit('request', request, response)
}
