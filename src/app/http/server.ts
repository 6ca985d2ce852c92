import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { misshapen } from '#app/http/request-shape.ts'

const seconds = 1000

/** Node's own limits, each said here: its standard request time-out of 300 s would cut a slow upload. */
export function createHttpServer(answer: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15 * seconds,
      requestTimeout: 0,
      keepAliveTimeout: 20 * seconds,
      connectionsCheckingInterval: 5 * seconds,
    },
    (request, response) => {
      const problem = misshapen(request)
      if (!problem) return answer(request, response)
      const { status, error, reason } = problem
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify({ error, reason }))
    },
  )
  server.setTimeout(30 * seconds)
  server.maxConnections = 10_000
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    const status = clientErrors[error.code ?? ''] ?? '400 Bad Request'
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  })
  return server
}

const clientErrors: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
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
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
