import { BlockList, isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer'
import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { smtpFailureText } from '#domain/mail/failure.ts'
import type { MailMessage } from '#server/mail/message.ts'
import { DeliveryError, type MailDeliveryOptions, type MailTransport } from '#server/mail/transport.ts'

const seconds = 1000
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** How long one attempt may take. A server that scans messages may take a while to answer the end of DATA. */
export const deliveryTimeoutMs = 120 * seconds

const timeouts = {
  dnsTimeout: 10 * seconds,
  connectionTimeout: 15 * seconds,
  greetingTimeout: 15 * seconds,
  socketTimeout: 60 * seconds,
}

/** SMTP transport. All options are set here; the URL only gives host, port and credentials. */
export function smtpTransport(smtpUrl: string, ownName: string, limits = timeouts): MailTransport {
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
      // Never send a password over an unencrypted connection to another machine.
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
  { envelope, bytes }: MailMessage,
  { beforeLastByte, signal }: MailDeliveryOptions,
): Promise<void> {
  signal.throwIfAborted()
  const connection = new SMTPConnection(options)
  const broken = Promise.withResolvers<never>()
  connection.on('error', broken.reject)
  const until = AbortSignal.any([signal, AbortSignal.timeout(deliveryTimeoutMs)])
  until.addEventListener('abort', () => broken.reject(until.reason), { once: true })
  const lines = Readable.from(upToTheLast(bytes, beforeLastByte)).on('error', broken.reject)
  const runConversation = async () => {
    await toPromise((done) => connection.connect(done))
    if (credentials) await toPromise((done) => connection.login(credentials, done))
    await toPromise((done) => connection.send({ from: envelope.from, to: [envelope.to] }, lines, done))
  }
  try {
    await Promise.race([runConversation(), broken.promise])
  } catch (error) {
    throw lines.errored ?? notAcceptedError(error)
  } finally {
    connection.close()
    lines.destroy()
  }
}

/** The stream ends, and with it the message, only after `beforeLastByte` has succeeded. */
async function* upToTheLast(bytes: Buffer, beforeLastByte: () => Promise<void>) {
  yield bytes
  await beforeLastByte()
}

const toPromise = (call: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

/**
 * A 5xx answer to RCPT TO or DATA is permanent; all other errors, also of the login, may be fixed within a day. The server's
 * text often contains the address, so only its codes are stored.
 */
function notAcceptedError(error: unknown): DeliveryError {
  const { name, code, command, responseCode, response } = error as Partial<NodemailerError>
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const words = [typeof code === 'string' ? code : name, command, responseCode, detail].filter(Boolean).join(' ')
  const isRefusal = responseCode !== undefined && responseCode >= 500
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  const failure = smtpFailureText({ code: typeof code === 'string' ? code : name, command, status: responseCode })
  return new DeliveryError(words, {
    permanent: isRefusal && aboutThisMail,
    answered: responseCode !== undefined,
    failure,
  })
}
