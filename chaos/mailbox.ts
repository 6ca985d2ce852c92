import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** `of` is the website that it came from, as far as that shows. */
export type DeliveredMail = { of: string | null; messageId: string; to: string; subject: string; text: string }

async function letterOf(bytes: Buffer, of: string | null): Promise<DeliveredMail> {
  const { messageId = '', to, subject = '', text = '' } = await PostalMime.parse(bytes)
  return { of, messageId, to: to?.[0]?.address ?? '', subject, text }
}

/** All mails in the outbox folder of the server. */
export async function readOutbox(outbox: string): Promise<DeliveredMail[]> {
  if (!existsSync(outbox)) return []
  const files = readdirSync(outbox, { withFileTypes: true, recursive: true })
  const mails = files.filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
  return Promise.all(
    mails.map(({ parentPath, name }) =>
      letterOf(readFileSync(join(parentPath, name)), parentPath.slice(outbox.length + 1)),
    ),
  )
}

export type MailServer = { port: number; letters: () => Promise<DeliveredMail[]>; close: () => void }

/** The AUTH command of an SMTP client. */
export const smtpPlainCredentials = (user: string, password: string): string =>
  Buffer.from(`\0${user}\0${password}`).toString('base64')

/** Accepts and keeps every mail of clients that sign in with these credentials. */
export async function openMailServer(login: string): Promise<MailServer> {
  const taken: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    let [input, inData, isKnown] = ['', false, false]
    const answerTo = (line: string): string => {
      if (/^ehlo /i.test(line)) return '250-mail.example\r\n250 AUTH PLAIN'
      if (/^quit$/i.test(line)) return '221 bye'
      if (!/^auth plain /i.test(line)) return isKnown ? '250 fine' : '530 5.7.0 sign in first'
      isKnown = line.slice('auth plain '.length) === login
      return isKnown ? '235 welcome' : '535 5.7.8 who are you?'
    }
    socket.setEncoding('latin1').on('data', (text: string) => {
      input += text
      for (;;) {
        const end = input.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const whole = input.slice(0, end)
        input = input.slice(end + (inData ? 5 : 2))
        if (inData) taken.push(Buffer.from(`${whole.replace(/^\.\./gm, '.')}\r\n`, 'latin1'))
        const isTaken = inData
        inData = !inData && isKnown && /^data$/i.test(whole)
        socket.write(`${inData ? '354 go on' : isTaken ? '250 fine' : answerTo(whole)}\r\n`)
      }
    })
    socket.write('220 mail.example ready\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    letters: () => Promise.all(taken.map((bytes) => letterOf(bytes, null))),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
