import { createHash, createHmac } from 'node:crypto'

export type S3Keys = { region: string; accessKeyId: string; secretAccessKey: string }

type Asked = {
  method: string
  host: string
  /** As it stands in the request, plain characters only. */
  path: string
  query: Record<string, string>
  /** Beside those that belong to every request. */
  headers: Record<string, string>
  /** Of the body, in hexadecimal. */
  sha256: string
}

export const emptySha256 = createHash('sha256').digest('hex')

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** A query as it is signed, which is also a good way to write it: by name, everything encoded. */
export const queryText = (query: Record<string, string>): string =>
  Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name]!)}`)
    .join('&')

/** All headers of a request, signed as AWS wants it (Signature Version 4). */
export function signedHeaders(asked: Asked, keys: S3Keys, now: Date): Record<string, string> {
  const moment = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = moment.slice(0, 8)
  const headers: Record<string, string> = {
    ...asked.headers,
    host: asked.host,
    'x-amz-content-sha256': asked.sha256,
    'x-amz-date': moment,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    asked.method,
    asked.path,
    queryText(asked.query),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    asked.sha256,
  ].join('\n')
  const scope = `${day}/${keys.region}/s3/aws4_request`
  const said = ['AWS4-HMAC-SHA256', moment, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [keys.region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${keys.secretAccessKey}`, day))
  const credential = `Credential=${keys.accessKeyId}/${scope}`
  const signature = `Signature=${hmac(key, said).toString('hex')}`
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, ${signature}`,
  }
}
