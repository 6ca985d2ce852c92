import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { encodingFor } from '#app/http/kept-page.ts'

const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)]
/** It is sent once only: what a better one would save on the way it would take to make. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const worthPacking = 1024

/** A page for one visitor, in the smallest way that their browser reads; what is short goes as it is. */
export async function packed(page: Response, accepted: string | undefined): Promise<Response> {
  const { status, headers } = page
  headers.append('vary', 'Accept-Encoding')
  if (!page.body) return page
  const plain = new Uint8Array(await page.arrayBuffer())
  const encoding = plain.length < worthPacking ? 'identity' : encodingFor(accepted)
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  const body = encoding === 'br' ? await brotlied(plain, quickly) : encoding === 'gzip' ? await gzipped(plain) : plain
  headers.set('content-length', String(body.length))
  return new Response(new Uint8Array(body), { status, headers })
}
