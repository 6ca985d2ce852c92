import { once } from 'node:events'
import { connect } from 'node:tls'
import type { TlsOutcome } from '#domain/going-live/certificate.ts'

export type TlsTarget = {
  /** The name that the certificate must have. */
  host: string
  /** Where to connect: the address was checked, so the name is not looked up again. */
  address: string
  port: number
  /** Instead of the authorities that Node trusts. */
  ca?: string | undefined
}

const maxMs = 5_000

/** Connects, looks at the certificate, and leaves: nothing is sent and nothing is read. */
export async function inspectCertificate(target: TlsTarget, signal: AbortSignal): Promise<TlsOutcome> {
  const { host, address, port, ca } = target
  // The certificate is judged below, because a refusal would not say what it is.
  const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false, ...(ca && { ca }) })
  const late = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  try {
    await once(socket, 'secureConnect', { signal: late })
    const validUntil = new Date(socket.getPeerCertificate().valid_to)
    if (socket.authorized) return { kind: 'valid', validUntil }
    const problem = String(socket.authorizationError)
    if (/CERT_HAS_EXPIRED/.test(problem)) return { kind: 'expired', validUntil }
    return { kind: /ALTNAME/.test(problem) ? 'other-name' : 'untrusted' }
  } catch {
    return { kind: late.aborted ? 'no-answer' : 'refused' }
  } finally {
    socket.on('error', () => {}).destroy()
  }
}
