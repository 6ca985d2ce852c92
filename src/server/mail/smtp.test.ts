import { describe, expect, test } from 'vitest'
import { composeMessage, parseMessage } from '#server/mail/message.ts'
import { smtpOptions, smtpTransport } from '#server/mail/smtp.ts'
import { DeliveryError } from '#server/mail/transport.ts'
import { type SmtpAnswers, startSmtpServer } from '#tests/fixtures/smtp.ts'

const about = {
  id: '019a8c00-0000-7000-8000-000000000001',
  websiteId: '019a8c00-0000-7000-8000-000000000002',
  from: { name: 'Marlow Quay', address: 'hello@marlow.example' },
  date: new Date('2026-05-01T12:00:00Z'),
}
const waiting = (ms: number) => ({ dnsTimeout: ms, connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms })
/** For servers that never answer; the others may be slow, as a busy machine is. */
const impatient = waiting(300)
const patient = waiting(20_000)
const signal = new AbortController().signal

type DeliveryOptions = {
  beforeLastByte?: () => Promise<void>
  text?: string
  by?: AbortSignal
  patience?: typeof patient
}

async function deliver(url: string, how: DeliveryOptions = {}) {
  const { beforeLastByte = async () => {}, text = 'Good evening.', by = signal, patience = patient } = how
  const message = await composeMessage({ to: 'canary@example.com', subject: 'Hello', text }, about)
  return smtpTransport(url, 'marlow.example', patience).deliver(message, { beforeLastByte, signal: by })
}
const failure = async (work: Promise<unknown>): Promise<DeliveryError> => {
  const error = await work.then(
    () => new Error('it was taken'),
    (thrown: Error) => thrown,
  )
  expect(error).toBeInstanceOf(DeliveryError)
  return error as DeliveryError
}

test('sends one MAIL FROM, one RCPT TO and the mail unchanged', async () => {
  const server = await startSmtpServer()
  const text = '.\n..\n.hidden\nGrüße\n\n.\n'
  await deliver(server.url, { text })
  expect(server.received).toHaveLength(1)
  const [{ from, to, bytes }] = server.received as [(typeof server.received)[0]]
  expect(from).toBe('MAIL FROM:<hello@marlow.example>')
  expect(to).toEqual(['RCPT TO:<canary@example.com>'])
  expect((await parseMessage(bytes)).text?.trimEnd()).toBe(text.trimEnd())
  expect(server.commands[0]).toBe('EHLO marlow.example')
})

test.each<[SmtpAnswers, boolean]>([
  [{ connect: 'cut' }, false],
  [{ connect: 'hang' }, false],
  [{ connect: '421 4.3.2 busy canary@example.com' }, false],
  [{ connect: '554 no service for canary@example.com' }, false],
  [{ EHLO: 'hang' }, false],
  [{ MAIL: '530 5.7.0 sign in first, canary@example.com' }, false],
  [{ RCPT: '451 4.7.1 greylisted canary@example.com' }, false],
  [{ RCPT: '550 5.1.1 <canary@example.com> unknown' }, true],
  [{ RCPT: 'hang' }, false],
  [{ DATA: '451 not now canary@example.com' }, false],
  [{ DATA: '554 5.7.1 never canary@example.com' }, true],
  [{ DATA: 'cut' }, false],
  [{ '.': '452 4.2.2 mailbox of canary@example.com full' }, false],
  [{ '.': '554 5.7.1 canary@example.com thinks this is spam' }, true],
  [{ '.': 'hang' }, false],
  [{ '.': 'cut' }, false],
  [{ '.': 'no number canary@example.com' }, false],
])('the SMTP answers %o are a failure (permanent: %s) without the text of the server', async (answers, permanent) => {
  const server = await startSmtpServer(answers)
  const [answer] = Object.values(answers)
  const error = await failure(deliver(server.url, { patience: answer === 'hang' ? impatient : patient }))
  expect(error.details).toMatchObject({ permanent, answered: /^\d{3} /.test(answer!) })
  expect(error.details.failure).toMatch(/^The mail server .+\.$/)
  expect(error.message).not.toBe('')
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('canary')
})

test('a failed mail keeps the status codes of the mail server', async () => {
  const server = await startSmtpServer({ RCPT: '550 5.1.1 <canary@example.com> unknown' })
  expect((await failure(deliver(server.url))).message).toBe('EENVELOPE RCPT TO 550 5.1.1')
})

test('a server that cannot be reached has not accepted the mail', async () => {
  const server = await startSmtpServer()
  await server.stop()
  expect(await failure(deliver(server.url))).toMatchObject({ details: { permanent: false } })
})

describe('beforeLastByte', () => {
  test('calls beforeLastByte when all but the end of the mail was sent', async () => {
    const server = await startSmtpServer()
    let receivedBefore: number | undefined
    const beforeLastByte = async () => {
      await server.until(() => server.unfinished().includes('Good evening.'))
      receivedBefore = server.received.length
    }
    await deliver(server.url, { beforeLastByte })
    expect(receivedBefore).toBe(0)
    expect(server.received).toHaveLength(1)
  })

  test('reports the reason of a failure before the mail was handed over', async () => {
    const server = await startSmtpServer()
    const beforeLastByte = async () => {
      throw new Error('the database is away')
    }
    await expect(deliver(server.url, { beforeLastByte })).rejects.toThrow('the database is away')
    expect(server.received).toEqual([])
  })

  test('beforeLastByte is not called for a mail that the mail server has refused', async () => {
    const server = await startSmtpServer({ RCPT: '550 no' })
    let came = false
    await failure(
      deliver(server.url, {
        beforeLastByte: async () => {
          came = true
        },
      }),
    )
    expect(came).toBe(false)
  })
})

test('a process that stops does not wait for a server that does not answer', async () => {
  const server = await startSmtpServer({ RCPT: 'hang' })
  const stopping = new AbortController()
  const message = await composeMessage({ to: 'canary@example.com', subject: 'Hello', text: '' }, about)
  const work = smtpTransport(server.url, 'x.example').deliver(message, {
    beforeLastByte: async () => {},
    signal: stopping.signal,
  })
  await server.until(() => server.commands.some((line) => line.startsWith('RCPT')))
  stopping.abort()
  expect(await failure(work)).toMatchObject({ details: { permanent: false }, message: 'AbortError' })
})

describe('credentials', () => {
  const withUser = (url: string) => url.replace('://', '://us%40er:p%3Ass@')

  test('sends SMTP credentials before the mail', async () => {
    const server = await startSmtpServer({ EHLO: '250-mail.example\r\n250 AUTH PLAIN' })
    await deliver(withUser(server.url))
    expect(server.commands[1]).toBe(`AUTH PLAIN ${Buffer.from('\0us@er\0p:ss').toString('base64')}`)
    expect(server.received).toHaveLength(1)
  })

  test('a mail with wrong SMTP credentials is not sent, and may be retried', async () => {
    const server = await startSmtpServer({
      EHLO: '250-mail.example\r\n250 AUTH PLAIN',
      AUTH: '535 5.7.8 us@er unknown',
    })
    const error = await failure(deliver(withUser(server.url)))
    expect(error).toMatchObject({ details: { permanent: false }, message: 'EAUTH AUTH PLAIN 535 5.7.8' })
    expect(server.commands.some((line) => line.startsWith('MAIL'))).toBe(false)
  })

  test.each([
    ['smtp://user:pass@mail.example', { port: 587, secure: false, requireTLS: true }],
    ['smtp://user:pass@10.0.0.7:2525', { port: 2525, secure: false, requireTLS: true }],
    ['smtp://mail.example', { port: 587, secure: false, requireTLS: false }],
    ['smtp://user:pass@127.0.0.1:1025', { port: 1025, secure: false, requireTLS: false }],
    ['smtp://user:pass@[::1]:1025', { host: '::1', secure: false, requireTLS: false }],
    ['smtp://user:pass@localhost', { secure: false, requireTLS: false }],
    ['smtps://user:pass@mail.example', { port: 465, secure: true, requireTLS: false }],
    ['smtps://user:pass@mail.example:4650', { port: 4650, secure: true }],
  ])('SMTP credentials are sent over TLS only, except on this machine: %s', (url, expected) => {
    expect(smtpOptions(url, 'x.example').connection).toMatchObject(expected)
  })

  test('SMTP_URL cannot set further options', () => {
    const { connection } = smtpOptions('smtp://mail.example?tls.rejectUnauthorized=false&debug=true&logger=true', 'x')
    expect(connection).toEqual({
      host: 'mail.example',
      port: 587,
      name: 'x',
      secure: false,
      requireTLS: false,
      opportunisticTLS: false,
      logger: false,
      debug: false,
    })
  })
})
