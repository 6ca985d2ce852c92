import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isLiveKey } from '#domain/checkout/stripe-mode.ts'
import { clockOffsetFinding, type Finding, failureFinding, okFinding, runDoctorCheck } from '#server/doctor/finding.ts'
import { createS3Client, type S3Options, s3ErrorMessageOf } from '#server/files/s3-client.ts'
import { smtpOptions } from '#server/mail/smtp.ts'
import { stripeApiVersion } from '#server/payments/stripe.ts'

const mailSubject = 'Mail'
const seconds = 1000

/** Says good day to the mail server, signs in, and leaves. No mail is sent. */
export function smtpFindings(smtpUrl: string, ownName: string): Promise<Finding[]> {
  const fix =
    'Correct SMTP_URL: the host, the port, user and password (special characters as %40 and the like), smtps:// or smtp://.'
  return runDoctorCheck(mailSubject, fix, async () => {
    const { connection: options, credentials } = smtpOptions(smtpUrl, ownName)
    const limits = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 10 * seconds }
    const connection = new SMTPConnection({ ...options, ...limits })
    const broken = new Promise<never>((_, reject) => connection.on('error', reject))
    const toPromise = (call: (done: (error?: Error | null) => void) => void) =>
      Promise.race([new Promise<void>((resolve, reject) => call((e) => (e ? reject(e) : resolve()))), broken])
    try {
      await toPromise((done) => connection.connect(done))
      if (credentials) await toPromise((done) => connection.login(credentials, done))
      connection.quit()
      const { host, port } = options
      return [
        okFinding(
          mailSubject,
          `the server at ${host}:${port} answers${credentials ? ' and lets us in' : ''}; nothing was sent`,
        ),
      ]
    } finally {
      connection.close()
    }
  })
}

const paymentsSubject = 'Payments'

/** Asks Stripe for one payment session, which the shop must be allowed to see. Nothing is changed there. */
export function stripeFindings(secretKey: string, at = 'https://api.stripe.com'): Promise<Finding[]> {
  return runDoctorCheck(paymentsSubject, 'Let this machine reach api.stripe.com by https.', async () => {
    const answer = await fetch(`${at}/v1/checkout/sessions?limit=1`, {
      headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': stripeApiVersion },
      signal: AbortSignal.timeout(15_000),
    })
    await answer.body?.cancel()
    if (answer.ok) return [okFinding(paymentsSubject, `Stripe knows the ${isLiveKey(secretKey) ? 'live' : 'test'} key`)]
    if (answer.status === 401)
      return [
        failureFinding(
          paymentsSubject,
          'Stripe does not know the key',
          'Set STRIPE_SECRET_KEY to one of the account, in its dashboard under API keys.',
        ),
      ]
    if (answer.status === 403)
      return [
        failureFinding(
          paymentsSubject,
          'Stripe does not let the key see payment sessions',
          'Give the restricted key rights to Checkout Sessions, PaymentIntents, Charges and Refunds.',
        ),
      ]
    throw new Error(`Stripe answered ${answer.status}`)
  })
}

const uploadedFiles = 'Uploaded files'
/** Belongs to no website, so no page ever serves it. */
const unusedWebsiteId = '00000000-0000-0000-0000-000000000000'

/** Puts a small object into the bucket, finds it in the list, reads it again and removes it. */
export function s3Findings(options: S3Options): Promise<Finding[]> {
  const fix = 'Correct S3_ENDPOINT, S3_BUCKET and the keys, which must be allowed to put, get, list and delete objects.'
  return runDoctorCheck(uploadedFiles, fix, () =>
    tryStore(options).catch((error) => {
      if (!(error instanceof NoBucket)) throw error
      return [
        failureFinding(
          uploadedFiles,
          error.message,
          `Make the bucket ${options.bucket} at the store first; Stagedoor makes none.`,
        ),
      ]
    }),
  )
}

class NoBucket extends Error {}

async function tryStore(options: S3Options): Promise<Finding[]> {
  const client = createS3Client(options)
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-doctor-'))
  try {
    const bytes = randomBytes(1024)
    const file = join(folder, 'probe')
    await writeFile(file, bytes)
    const key = `${unusedWebsiteId}/doctor-${bytes.toString('hex', 0, 8)}`
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const ask = async (method: 'PUT' | 'GET' | 'DELETE', of: object = { key }) => {
      const request = { method, ...of, ...(method === 'PUT' && { body: { file, bytes: bytes.length, sha256 } }) }
      const answer = await client.send(request)
      if (answer.statusCode! >= 300) {
        const message = await s3ErrorMessageOf(request, answer)
        if (message.includes('NoSuchBucket')) throw new NoBucket(message)
        throw new Error(message)
      }
      return answer
    }
    const before = Date.now()
    const put = await ask('PUT')
    const span: [number, number] = [before - 1_000, Date.now()]
    put.resume()
    const list = await text(await ask('GET', { query: { 'list-type': '2', prefix: key } }))
    const read = await buffer(await ask('GET'))
    ;(await ask('DELETE')).resume()
    if (!list.includes(`<Key>${key}</Key>`)) throw new Error('the store does not list what it was given')
    if (!read.equals(bytes)) throw new Error('the store gave back other bytes than it was given')
    const serverDate = put.headers.date
    return [
      okFinding(uploadedFiles, `S3 at ${new URL(options.endpoint).host}: an object was put, listed, read and removed`),
      ...(serverDate ? [clockOffsetFinding('Clock of the object store', new Date(serverDate), span)] : []),
    ]
  } finally {
    client.close()
    await rm(folder, { recursive: true, force: true })
  }
}
