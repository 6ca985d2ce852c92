import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Finding, looked, ok } from '#server/doctor/finding.ts'
import { smtpOptions } from '#server/mail/smtp.ts'

const what = 'Mail'
const seconds = 1000

/** Says good day to the mail server, signs in, and leaves. No mail is sent. */
export function smtpFindings(smtpUrl: string, ownName: string): Promise<Finding[]> {
  const todo =
    'Correct SMTP_URL: the host, the port, user and password (special characters as %40 and the like), smtps:// or smtp://.'
  return looked(what, todo, async () => {
    const { connection: options, credentials } = smtpOptions(smtpUrl, ownName)
    const limits = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 10 * seconds }
    const connection = new SMTPConnection({ ...options, ...limits })
    const broken = new Promise<never>((_, reject) => connection.on('error', reject))
    const called = (call: (done: (error?: Error | null) => void) => void) =>
      Promise.race([new Promise<void>((resolve, reject) => call((e) => (e ? reject(e) : resolve()))), broken])
    try {
      await called((done) => connection.connect(done))
      if (credentials) await called((done) => connection.login(credentials, done))
      connection.quit()
      const { host, port } = options
      return [
        ok(what, `the server at ${host}:${port} answers${credentials ? ' and lets us in' : ''}; nothing was sent`),
      ]
    } finally {
      connection.close()
    }
  })
}
