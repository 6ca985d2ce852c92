import { Agent, request } from 'node:http'

export type ChaosRequest = {
  host: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
  /** The address that the visitor seems to come from. */
  from?: string
  longest?: number
}
export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** Null when the connection broke or no answer came: the request may or may not have been handled. */
export function sendHttpRequest(port: number, input: ChaosRequest): Promise<Answer | null> {
  const { host, path, method = 'GET', headers = {}, body, from, longest = 20_000 } = input
  const began = performance.now()
  return new Promise((resolve) => {
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      path,
      method,
      timeout: longest,
      headers: {
        ...headers,
        host: `${host}:${port}`,
        ...(from && { 'x-forwarded-for': from }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    sent.on('error', () => resolve(null))
    sent.on('timeout', () => sent.destroy())
    sent.on('response', async (response) => {
      const pieces: Buffer[] = []
      try {
        for await (const piece of response) pieces.push(piece)
      } catch {
        return resolve(null)
      }
      const { statusCode = 0, headers: heard } = response
      resolve({ status: statusCode, headers: heard, body: Buffer.concat(pieces), ms: performance.now() - began })
    })
    sent.end(body)
  })
}

export const parseJsonBody = <T>(answer: Answer): T => JSON.parse(answer.body.toString()) as T
