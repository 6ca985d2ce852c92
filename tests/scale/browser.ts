import { type IncomingHttpHeaders, request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { buffer } from 'node:stream/consumers'

export type HttpAnswer = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  json: <T>() => T
}
export type HttpClientRequest = {
  method?: string
  headers?: Record<string, string>
  /** Bytes and forms go as they are, anything else as JSON. */
  body?: object | Uint8Array<ArrayBuffer> | URLSearchParams | FormData | undefined
  /** From which of this machine's addresses. */
  from?: string
}
type Options = {
  host?: string
  /** Where the next request goes. */
  port: () => number
  /** Sends requests over https and trusts certificates signed by this one. */
  ca?: string
}

/** Sends requests to one site, whichever process answers, and keeps its cookies as a browser does. */
export function openHttpClient({ host = 'localhost', port, ca }: Options) {
  // The host that visitors see is the proxy's, and no process has its port.
  const site = ca ? host : `${host}:8443`
  const origin = `${ca ? 'https' : 'http'}://${site}`
  const cookies = new Map<string, string>()

  const cookieLine = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headersFor = (bytes: Buffer | undefined): Record<string, string> => ({
    host: site,
    origin,
    ...(bytes && { 'content-length': String(bytes.length) }),
    ...(cookies.size && { cookie: cookieLine() }),
  })

  async function ask(path: string, { method, headers = {}, body, from }: HttpClientRequest = {}): Promise<HttpAnswer> {
    const isForm = body instanceof FormData || body instanceof URLSearchParams
    const isPlain = isForm || body instanceof Uint8Array
    const sent = body && new Response(isPlain ? body : JSON.stringify(body))
    const bytes = sent && Buffer.from(await sent.arrayBuffer())
    const kind = isPlain ? sent?.headers.get('content-type') : body && 'application/json'
    const about = { ...headersFor(bytes), ...(kind && { 'content-type': kind }), ...headers }
    const answer = await once(path, { method: method ?? (body ? 'POST' : 'GET'), headers: about, bytes, from })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    return answer
  }

  function once(path: string, { method, headers, bytes, from, pause }: RequestBytes): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const clientRequest = (ca ? requestSecurely : request)(
        {
          host: '127.0.0.1',
          port: port(),
          path,
          method,
          headers,
          ...(from && { localAddress: from }),
          ...(ca && { ca, servername: host }),
        },
        async (answer) => {
          try {
            const bytes = await buffer(answer)
            const text = bytes.toString()
            const { statusCode = 0, headers } = answer
            resolve({ status: statusCode, headers, bytes, text, json: () => JSON.parse(text) })
          } catch (error) {
            reject(error)
          }
        },
      )
      clientRequest.on('error', reject)
      if (pause === undefined || !bytes) return clientRequest.end(bytes)
      clientRequest.write(bytes.subarray(0, bytes.length / 2))
      setTimeout(() => clientRequest.end(bytes.subarray(bytes.length / 2)), pause)
    })
  }

  return {
    ask,
    cookies: cookieLine,
    /** Sends one half of the bytes, and the other so many milliseconds later. */
    slowly: (path: string, bytes: Buffer, pause: number): Promise<HttpAnswer> =>
      once(path, { method: 'POST', headers: headersFor(bytes), bytes, pause }),
  }
}

type RequestBytes = {
  method: string
  headers: Record<string, string>
  bytes: Buffer | undefined
  from?: string | undefined
  pause?: number
}
export type HttpClient = ReturnType<typeof openHttpClient>

/** Returns the items in turn. */
export function createRoundRobin<T>(all: readonly T[]): () => T {
  let at = 0
  return () => all[at++ % all.length]!
}
