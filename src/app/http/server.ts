import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Misshapen, misshapen } from '#app/http/request-shape.ts'
import { plainHeaders } from '#app/http/security-headers.ts'

const seconds = 1000

/** Node's own limits, each said here: its standard request time-out of 300 s would cut a slow upload. */
export function createHttpServer(
  answer: RequestListener,
  note: (refused: Pick<Misshapen, 'reason'> & { status: number }) => void = () => {},
): Server {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false, // `misshapen` says it in words
      headersTimeout: 15 * seconds,
      requestTimeout: 0,
      keepAliveTimeout: 20 * seconds,
      connectionsCheckingInterval: 5 * seconds,
    },
    (request, response) => {
      const problem = misshapen(request)
      if (!problem) return answer(request, response)
      note(problem)
      const { status, error, reason } = problem
      const body = JSON.stringify({ error, reason })
      response.writeHead(status, headersOf(body)).end(body)
    },
  )
  server.setTimeout(30 * seconds)
  server.maxConnections = 10_000
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    const { status, words, reason } = clientErrors[error.code ?? ''] ?? unreadable
    note({ status: Number.parseInt(status, 10), reason })
    const body = JSON.stringify({ error: words, reason })
    const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status}`, ...head, '', body].join('\r\n'))
  })
  return server
}

/** What comes after this is not read. */
const headersOf = (body: string) => ({
  ...plainHeaders,
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store',
  connection: 'close',
})

type ClientError = { status: string; words: string; reason: string }
const unreadable: ClientError = {
  status: '400 Bad Request',
  words: 'The request could not be understood.',
  reason: 'malformed',
}
const clientErrors: Record<string, ClientError> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    words: 'The headers are too large.',
    reason: 'too-large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    words: 'The request took too long to arrive.',
    reason: 'too-slow',
  },
}

export function listen(server: Server, port: number, host: string): Promise<number> {
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
