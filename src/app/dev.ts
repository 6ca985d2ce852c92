import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, isRunnableDevEnvironment } from 'vite'
import type { Entry } from '#app/entry.ts'
import { listenerOf } from '#app/http/listener.ts'
import { createHttpServer } from '#app/http/server.ts'
import { openOrExplain, serve } from '#app/process.ts'

/** `npm run dev`: the same process, but Vite brings the sources, so an edit is seen without a restart, on one port. */
process.env.NODE_ENV = 'development'
const server = createHttpServer((request, response) =>
  vite.middlewares(request, response, () => answer(request, response)),
)
const vite = await createServer({ appType: 'custom', server: { middlewareMode: { server }, allowedHosts: true } })
const { ssr } = vite.environments
if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the server code')
const load = () => ssr.runner.import<Entry>('/src/app/entry.ts')

const house = await openOrExplain(await load())
let current: { entry: Entry; listen: RequestListener } | undefined

const listenerTo = (entry: Entry) =>
  listenerOf(entry.createApp(house).fetch, {
    note: (refused) => house.log.info(refused, 'refused'),
    failed: (err) => house.log.error({ err }, 'a request failed outside of every route'),
  })

async function answer(request: IncomingMessage, response: ServerResponse) {
  try {
    const entry = await load()
    if (current?.entry !== entry) current = { entry, listen: listenerTo(entry) }
    current.listen(request, response)
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    house.log.error({ err: error }, 'the sources do not run')
    response.writeHead(500).end('The sources do not run; the terminal says why.')
  }
}

await serve(server, house)
