import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as after } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Refusal } from '#domain/refusal.ts'
import { toRefusal } from '#server/db/errors.ts'
export type S3Keys = { region: string; accessKeyId: string; secretAccessKey: string }
export type S3Options = S3Keys & { endpoint: string; bucket: string; silenceMs?: number }

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Of the object; none for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: { file: string; bytes: number; sha256: string }
}

type UnsignedRequest = { method: string; url: URL; headers?: Record<string, string>; sha256?: string }

const emptySha256 = createHash('sha256').digest('hex')

/**
 * All headers of a request, signed with AWS Signature Version 4. The hash of the body is known beforehand, so that the
 * body can be streamed. `amzDate` is for tests: the signature depends on it.
 */
export async function signRequest(
  { method, url, headers = {}, sha256 = emptySha256 }: UnsignedRequest,
  keys: S3Keys,
  amzDate?: string,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...keys,
    service: 's3',
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    allHeaders: true,
    ...(amzDate && { datetime: amzDate }),
  })
  const signed = await signer.sign()
  return { ...Object.fromEntries(signed.headers), host: url.host }
}

const maxAttempts = 4
/** Without a byte in either direction. */
const maxSilenceMs = 30_000

/** Sends requests to an S3 service. Addresses buckets by path, not by host name: every service understands that. */
export function createS3Client({ endpoint, bucket, silenceMs = maxSilenceMs, ...keys }: S3Options) {
  const { protocol, hostname, port, pathname } = new URL(endpoint)
  const isSecure = protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new PlainAgent({ keepAlive: true })
  const base = `${pathname.replace(/\/$/, '')}/${bucket}`

  async function sendOnce({ method, key, query = {}, headers = {}, body }: S3Request): Promise<IncomingMessage> {
    const url = new URL(key ? `${base}/${key}` : base, endpoint)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sized = method === 'PUT' ? { ...headers, 'content-length': String(body?.bytes ?? 0) } : headers
    const signed = await signRequest({ method, url, headers: sized, ...(body && { sha256: body.sha256 }) }, keys)
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method, agent, path: url.pathname + url.search, headers: signed }
      let response: IncomingMessage | undefined
      const request = (isSecure ? secureRequest : plainRequest)(options, (incoming) => {
        response = incoming
        resolve(incoming)
      })
      request.setTimeout(silenceMs)
      request.on('timeout', () => {
        // While our side has not read what has arrived, the silence is not the fault of S3.
        if (response?.isPaused() || response?.readableLength) request.setTimeout(silenceMs)
        else (response ?? request).destroy(Object.assign(new Error('S3 does not answer'), { code: 'ETIMEDOUT' }))
      })
      request.on('error', reject)
      // `fetch` cannot send a fixed Content-Length with a stream, so the body goes through `node:http`.
      if (body) pipeline(createReadStream(body.file), request).catch(reject)
      else request.end()
    })
  }

  /** Sends a request, and repeats it a few times while the service is busy or unreachable. */
  async function send(request: S3Request): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await sendOnce(request)
        // A store that is full would still be full.
        if (response.statusCode! < 500 || response.statusCode === 507) return response
        throw Object.assign(new Refusal('unavailable'), {
          cause: new S3Error(await s3ErrorMessageOf(request, response)),
        })
      } catch (error) {
        const known = toRefusal(error)
        if (attempt === maxAttempts || !(known instanceof Refusal)) throw known
      }
      await after(100 * 3 ** attempt * (0.5 + Math.random()))
    }
  }

  return { send, close: () => agent.destroy() }
}

/** S3 has answered with an error that a retry would not change. */
export class S3Error extends Error {}

/** One line for the log from an error in XML. */
export async function s3ErrorMessageOf({ method, key }: S3Request, response: IncomingMessage): Promise<string> {
  const body = (await text(response).catch(() => '')).slice(0, 2_000)
  const xmlTagValue = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1]
  const [code, message] = [xmlTagValue('Code'), xmlTagValue('Message')]
  const words = code ? `${code}${message ? ` (${message})` : ''}` : body.replaceAll(/\s+/g, ' ').slice(0, 500)
  return `S3 answered ${response.statusCode} to ${method} ${key ?? 'the bucket'}: ${words}`
}
