import { BlockList, isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer'
import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { failureOf } from '#domain/mail/failure.ts'
import { type Carrier, type Handing, NotTaken } from '#server/mail/carrier.ts'
import type { Message } from '#server/mail/compose.ts'

const seconds = 1000
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** How long one try may take in all. A server that scans what it was sent may think about the last word for a while. */
export const longestTry = 120 * seconds

const timeouts = {
  dnsTimeout: 10 * seconds,
  connectionTimeout: 15 * seconds,
  greetingTimeout: 15 * seconds,
  socketTimeout: 60 * seconds,
}

/** A mail server. Every option is said here; the address gives host, port and credentials and nothing more. */
export function smtpCarrier(smtpUrl: string, ownName: string, limits = timeouts): Carrier {
  const { connection, credentials } = smtpOptions(smtpUrl, ownName)
  return { deliver: (message, handing) => deliver({ ...connection, ...limits }, credentials, message, handing) }
}

export function smtpOptions(smtpUrl: string, ownName: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const credentials = username
    ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
    : null
  return {
    connection: {
      host,
      port: Number(port) || (secure ? 465 : 587),
      name: ownName,
      secure,
      // A password is never said where others could listen.
      requireTLS: !secure && credentials !== null && !isHere(host),
      opportunisticTLS: false,
      logger: false,
      debug: false,
    },
    credentials,
  }
}

const isHere = (host: string) =>
  host === 'localhost' || (isIP(host) > 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))

async function deliver(
  options: SMTPConnectionOptions,
  credentials: SMTPConnectionAuth | null,
  { envelope, bytes }: Message,
  { lastMoment, signal }: Handing,
): Promise<void> {
  signal.throwIfAborted()
  const connection = new SMTPConnection(options)
  const broken = Promise.withResolvers<never>()
  connection.on('error', broken.reject)
  const until = AbortSignal.any([signal, AbortSignal.timeout(longestTry)])
  until.addEventListener('abort', () => broken.reject(until.reason), { once: true })
  const lines = Readable.from(upToTheLast(bytes, lastMoment)).on('error', broken.reject)
  const conversation = async () => {
    await called((done) => connection.connect(done))
    if (credentials) await called((done) => connection.login(credentials, done))
    await called((done) => connection.send({ from: envelope.from, to: [envelope.to] }, lines, done))
  }
  try {
    await Promise.race([conversation(), broken.promise])
  } catch (error) {
    throw lines.errored ?? notTaken(error)
  } finally {
    connection.close()
    lines.destroy()
  }
}

/** The end of this is the end of the mail: the server has it only after the last moment has passed. */
async function* upToTheLast(bytes: Buffer, lastMoment: () => Promise<void>) {
  yield bytes
  await lastMoment()
}

const called = (call: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

/**
 * A server that does not want this mail or this recipient will not want it later; all else, its dislike of us
 * included, may be set right within a day. Its own words often hold the address, so only its numbers are kept.
 */
function notTaken(error: unknown): NotTaken {
  const { name, code, command, responseCode, response } = error as Partial<NodemailerError>
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const words = [typeof code === 'string' ? code : name, command, responseCode, detail].filter(Boolean).join(' ')
  const isRefusal = responseCode !== undefined && responseCode >= 500
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  const failure = failureOf({ code: typeof code === 'string' ? code : name, command, status: responseCode })
  return new NotTaken(words, { forGood: isRefusal && aboutThisMail, answered: responseCode !== undefined, failure })
}
