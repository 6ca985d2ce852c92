import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import { setTimeout as after, setImmediate as turn } from 'node:timers/promises'
import {
  type EarlyRefusal,
  malformedRequest,
  type RefusedRequest,
  refusalResponse,
} from '#app/http/limits/early-refusal.ts'
import { findMalformedRequest } from '#app/http/limits/malformed-request.ts'

const seconds = 1000
/** How long a connection stays open for the next request. */
export const keepAliveSeconds = 20
/** A connection on which nothing was received or sent for this long is closed. */
const idleTimeoutMs = 30 * seconds
/** A response may take this long, for example when a backup is made first. */
const maxWorkMs = 600 * seconds

type Options = {
  /** Called for each request that is refused here. */
  note?: (refused: RefusedRequest) => void
  isHttps?: (request: IncomingMessage) => boolean
  /** Answers a request at once, without further checks, if it can; tells whether it did. */
  answerKnown?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** Sets Node's limits explicitly: its default request timeout of 300 s would cut a slow upload. */
export function createHttpServer(
  answer: RequestListener,
  { note = () => {}, isHttps = () => false, answerKnown = () => false }: Options = {},
): Server {
  const looking =
    (otherwise: RequestListener): RequestListener =>
    (request, response) => {
      // Node hands over what arrives in the moment in which it closes an idle connection. The browser gets no answer and
      // sends it again on another connection, so doing it here would do it twice.
      if (!request.socket.writable) return
      if (answerKnown(request, response)) return
      keepOpenWhileWorking(request, response)
      const problem = findMalformedRequest(request)
      if (!problem) return otherwise(request, response)
      refuse(problem)(request, response)
    }
  const refuse =
    (problem: EarlyRefusal): RequestListener =>
    (request, response) => {
      const { status, headers, body } = refusalResponse(problem, { note, https: isHttps(request) })
      response.writeHead(status, headers).end(body)
    }
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false, // `findMalformedRequest` says it in words
      headersTimeout: 15 * seconds,
      requestTimeout: 0,
      keepAliveTimeout: keepAliveSeconds * seconds,
      connectionsCheckingInterval: 5 * seconds,
    },
    looking(answer),
  )
  server.setTimeout(idleTimeoutMs)
  server.maxConnections = 10_000
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', looking(refuse(expectationFailed)))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    const { status, headers, body } = refusalResponse(clientErrors[error.code ?? ''] ?? malformedRequest, { note })
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
  })
  return server
}

/**
 * The idle timeout is for clients. While the whole request is here and the answer is being made, silence is ours: a
 * browser whose connection is closed then sends the request again by itself.
 */
function keepOpenWhileWorking(request: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now()
  response.on('timeout', (socket: Socket) => {
    const isWorking = request.complete && !response.headersSent && performance.now() - startedAt < maxWorkMs
    if (isWorking) socket.setTimeout(socket.timeout ?? idleTimeoutMs)
    else socket.destroy()
  })
}

/**
 * A client that waits with its body (`Expect: 100-continue`) gets `100 Continue` when its body is first read, and never
 * if the request is refused before. Node then closes the connection, because the body may still come.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read
  request._read = (size) => {
    request._read = read
    if (!response.headersSent) response.writeContinue()
    read.call(request, size)
  }
}

const expectationFailed: EarlyRefusal = {
  status: 417,
  error: 'What the request expects is not done here.',
  reason: 'expectation-failed',
}
const clientErrors: Record<string, EarlyRefusal> = {
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

/** How long idle connections stay open when the process is about to end; a request on one is told that it closes. */
const lastRequests = 500
/** After a turn of the event loop that was longer than this, received data may still be unread. */
const longLoopTurnMs = 5
const maxLoopTurns = 500

/**
 * Answers on for the time of the notice, then takes no new requests, lets the running ones finish, and cuts those that have
 * not by the deadline. A connection is closed only when nothing of it waits to be read, or the kernel would reset it: so those that wait to be accepted are, each answer
 * says that it is the last of its connection, and idle ones are closed right after the process has read what came.
 */
export async function shutDownServer(server: Server, deadline: number, notice = 0): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await after(notice)
  const end = performance.now() + (notice ? 0 : lastRequests)
  while (performance.now() < end && (await connectionsOf(server)) > 0) await after(20)
  await acceptPendingConnections(server)
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), deadline)
    // A connection that has just been answered is kept for the next request, which will not come.
    const hangUp = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(hangUp)
      resolve()
    })
  })
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count = 0) => resolve(count)))

/** Resolves right after a turn in which everything was read and no connection arrived. */
async function acceptPendingConnections(server: Server): Promise<void> {
  let hasNewConnection = true
  const note = () => {
    hasNewConnection = true
  }
  server.on('connection', note)
  await turn()
  for (
    let turns = 0, took = longLoopTurnMs;
    (hasNewConnection || took >= longLoopTurnMs) && turns < maxLoopTurns;
    turns++
  ) {
    hasNewConnection = false
    const began = performance.now()
    await turn()
    took = performance.now() - began
  }
  server.off('connection', note)
}
