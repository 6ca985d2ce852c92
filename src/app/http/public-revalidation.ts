import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { matchesEtag } from '#domain/files/conditional-requests.ts'

/**
 * JSON that a route has not declared personal may be stored by caches, which ask each time whether it is still the same.
 * An edit shows at once, as on pages. The rights of the client come from its cookies or its bearer token.
 */
export const allowPublicRevalidation: MiddlewareHandler = async (c, next) => {
  await next()
  const { res } = c
  const { headers, status } = res
  if (status !== 200 || headers.has('cache-control') || !headers.get('content-type')?.startsWith('application/json'))
    return
  const body = await res.arrayBuffer()
  // Weak, because the answer may be compressed on its way.
  const etag = `W/"${createHash('sha256').update(new Uint8Array(body)).digest('base64url').slice(0, 22)}"`
  const validators = { etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding, Authorization, Cookie' }
  const isSame = matchesEtag(c.req.header('if-none-match'), etag)
  const all = new Headers(headers)
  if (isSame) for (const name of ['content-type', 'content-length']) all.delete(name)
  for (const [name, value] of Object.entries(validators)) all.set(name, value)
  // Hono would merge the headers of both otherwise.
  c.res = undefined
  c.res = new Response(isSame ? null : body, { status: isSame ? 304 : 200, headers: all })
}
