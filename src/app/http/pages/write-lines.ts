import { type ServerResponse, STATUS_CODES } from 'node:http'
import { keepAliveSeconds } from '#app/http/server.ts'

/**
 * What `writeHead` makes of its headers: all lines, with the empty one at the end. Node has no public way to give it these
 * lines as they are, and checking and joining the same twenty headers again takes longer than everything else that we do
 * for a cached page. A test compares the bytes with those of `writeHead`.
 */
type WithLines = ServerResponse & { _header: string }

/**
 * Sends a response whose header lines are known. For HTTP/1.1 on a connection that stays open; body and length must
 * belong together. Node does the rest: order of pipelined responses, HEAD, the next request, slow clients.
 */
export function writeLines(outgoing: ServerResponse, status: number, lines: string, body: Buffer | null): void {
  outgoing.statusCode = status
  ;(outgoing as WithLines)._header =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Date: ${httpDate()}\r\n${keepOpen}`
  if (body) outgoing.end(body)
  else outgoing.end()
}

const keepOpen = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`

let lastDate = { second: 0, text: '' }

function httpDate(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(second * 1000).toUTCString() }
  return lastDate.text
}
