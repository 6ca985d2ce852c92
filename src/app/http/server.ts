import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import { type Noted, type Refused, refusal, unreadable } from '#app/http/refused.ts'
import { misshapen } from '#app/http/request-shape.ts'

const seconds = 1000

type Options = {
  /** Hears of each request that is turned away here. */
  note?: (refused: Noted) => void
  isHttps?: (request: IncomingMessage) => boolean
}

/** Node's own limits, each said here: its standard request time-out of 300 s would cut a slow upload. */
export function createHttpServer(
  answer: RequestListener,
  { note = () => {}, isHttps = () => false }: Options = {},
): Server {
  const looking =
    (otherwise: RequestListener): RequestListener =>
    (request, response) => {
      const problem = misshapen(request)
      if (!problem) return otherwise(request, response)
      refuse(problem)(request, response)
    }
  const refuse =
    (problem: Refused): RequestListener =>
    (request, response) => {
      const { status, headers, body } = refusal(problem, { note, https: isHttps(request) })
      response.writeHead(status, headers).end(body)
    }
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false, // `misshapen` says it in words
      headersTimeout: 15 * seconds,
      requestTimeout: 0,
      keepAliveTimeout: 20 * seconds,
      connectionsCheckingInterval: 5 * seconds,
    },
    looking(answer),
  )
  server.setTimeout(30 * seconds)
  server.maxConnections = 10_000
  // Whoever expects that they may go on is told so by Node, and then asks as everybody does.
  server.on('checkExpectation', looking(refuse(unmet)))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    const { status, headers, body } = refusal(clientErrors[error.code ?? ''] ?? unreadable, { note })
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
  })
  return server
}

const unmet: Refused = {
  status: 417,
  error: 'What the request expects is not done here.',
  reason: 'expectation-failed',
}
const clientErrors: Record<string, Refused> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'The headers are too large.', reason: 'too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'The request took too long to arrive.', reason: 'too-slow' },
}

export function listen(server: NetServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Takes no new requests, lets the running ones finish, and cuts those that have not by the deadline. */
export function finish(server: Server, deadline: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), deadline)
    // A connection that has just been answered is kept for the next request, which will not come.
    const hangUp = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(hangUp)
      resolve()
    })
  })
}
