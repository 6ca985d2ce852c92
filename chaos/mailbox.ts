import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** `of` is the website that it came from, as far as that shows. */
export type Letter = { of: string | null; messageId: string; to: string; subject: string; text: string }

async function letterOf(bytes: Buffer, of: string | null): Promise<Letter> {
  const { messageId = '', to, subject = '', text = '' } = await PostalMime.parse(bytes)
  return { of, messageId, to: to?.[0]?.address ?? '', subject, text }
}

/** All that lies in the outbox of a house. */
export async function lettersIn(outbox: string): Promise<Letter[]> {
  if (!existsSync(outbox)) return []
  const files = readdirSync(outbox, { withFileTypes: true, recursive: true })
  const mails = files.filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
  return Promise.all(
    mails.map(({ parentPath, name }) =>
      letterOf(readFileSync(join(parentPath, name)), parentPath.slice(outbox.length + 1)),
    ),
  )
}

export type MailServer = { port: number; letters: () => Promise<Letter[]>; close: () => void }

/** Takes every mail and keeps it. */
export async function openMailServer(): Promise<MailServer> {
  const taken: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    let [input, inData] = ['', false]
    socket.setEncoding('latin1').on('data', (text: string) => {
      input += text
      for (;;) {
        const end = input.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const whole = input.slice(0, end)
        input = input.slice(end + (inData ? 5 : 2))
        if (inData) taken.push(Buffer.from(`${whole.replace(/^\.\./gm, '.')}\r\n`, 'latin1'))
        inData = !inData && /^data$/i.test(whole)
        socket.write(inData ? '354 go on\r\n' : /^quit$/i.test(whole) ? '221 bye\r\n' : '250 fine\r\n')
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
