import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { writerOf } from '#server/files/outflow.ts'

/** A file goes from the store to the socket with nothing in between; every other answer is left as it is. */
export function straight(response: Response, outgoing: HttpBindings['outgoing'] | undefined): Response {
  const write = writerOf(response.body)
  if (!write || !outgoing) return response
  // Ours is a server of HTTP/1; the type knows of another.
  const out = outgoing as ServerResponse
  out.writeHead(response.status, [...response.headers].flat())
  void write(out)
  return RESPONSE_ALREADY_SENT
}
