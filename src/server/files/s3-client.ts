import { createReadStream } from 'node:fs'
import { type IncomingMessage, type OutgoingHttpHeaders, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as after } from 'node:timers/promises'
import { Refusal } from '#domain/refusal.ts'
import { refused } from '#server/db/errors.ts'
import { emptySha256, queryText, type S3Keys, signedHeaders } from '#server/files/s3-signing.ts'

export type S3Options = S3Keys & { endpoint: string; bucket: string; silenceMs?: number }

type Asked = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Of the object; none for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: { file: string; bytes: number; sha256: string }
}

const tries = 4
/** As long as nothing comes and nothing goes. */
const longestSilenceMs = 30_000

/** Asks a service that speaks S3, by path and not by host name, which all of them understand. */
export function s3Client({ endpoint, bucket, silenceMs = longestSilenceMs, ...keys }: S3Options) {
  const { protocol, hostname, port, host, pathname } = new URL(endpoint)
  const isSecure = protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new PlainAgent({ keepAlive: true })
  const base = `${pathname.replace(/\/$/, '')}/${bucket}`

  function once({ method, key, query = {}, headers = {}, body }: Asked): Promise<IncomingMessage> {
    const path = key ? `${base}/${key}` : base
    const sha256 = body?.sha256 ?? emptySha256
    const about = method === 'PUT' ? { ...headers, 'content-length': String(body?.bytes ?? 0) } : headers
    const signed: OutgoingHttpHeaders = signedHeaders(
      { method, host, path, query, headers: about, sha256 },
      keys,
      new Date(),
    )
    const asking = queryText(query)
    return new Promise((resolve, reject) => {
      const target = { hostname, port, method, agent, path: asking ? `${path}?${asking}` : path, headers: signed }
      let answer: IncomingMessage | undefined
      const request = (isSecure ? secureRequest : plainRequest)(target, (came) => {
        answer = came
        resolve(came)
      })
      request.setTimeout(silenceMs)
      request.on('timeout', () => {
        // While something waits to be taken, the silence is ours.
        if (answer?.isPaused() || answer?.readableLength) request.setTimeout(silenceMs)
        else (answer ?? request).destroy(Object.assign(new Error('S3 is silent'), { code: 'ETIMEDOUT' }))
      })
      request.on('error', reject)
      if (body) pipeline(createReadStream(body.file), request).catch(reject)
      else request.end()
    })
  }

  /** The answer, unless the service has nothing to say but that it is busy; then it is asked again, a few times. */
  async function ask(asked: Asked): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await once(asked)
        // Asked again, a store that is full would still be.
        if (answer.statusCode! < 500 || answer.statusCode === 507) return answer
        throw Object.assign(new Refusal('unavailable'), { cause: new StoreRefusal(await complaint(asked, answer)) })
      } catch (error) {
        const known = refused(error)
        if (attempt === tries || !(known instanceof Refusal)) throw known
      }
      await after(100 * 3 ** attempt * (0.5 + Math.random()))
    }
  }

  return { ask, close: () => agent.destroy() }
}

/** The store has answered, and would not do it. */
export class StoreRefusal extends Error {}

/** What went wrong, for the log, in one line: stores say it in XML of several. */
export async function complaint({ method, key }: Asked, answer: IncomingMessage): Promise<string> {
  const body = (await text(answer).catch(() => '')).slice(0, 2_000)
  const tag = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1]
  const [code, message] = [tag('Code'), tag('Message')]
  const words = code ? `${code}${message ? ` (${message})` : ''}` : body.replaceAll(/\s+/g, ' ').slice(0, 500)
  return `S3 answered ${answer.statusCode} to ${method} ${key ?? 'the bucket'}: ${words}`
}
