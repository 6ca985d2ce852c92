import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Where in the conversation a server may answer otherwise than well. `.` is the end of the mail. */
export type Step = 'connect' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | '.'
/** A line to say; `hang` says nothing more, `cut` ends the connection. */
export type Answers = Partial<Record<Step, string>>
export type Received = { from: string; to: string[]; bytes: Buffer }

const well: Record<Step, string> = {
  connect: '220 mail.example ready',
  EHLO: '250 mail.example',
  AUTH: '235 welcome',
  MAIL: '250 fine',
  RCPT: '250 fine',
  DATA: '354 go on',
  '.': '250 taken',
}

/** For tests: a mail server on the loopback address that does as it is told and keeps what it was sent. */
export async function startSmtp(answers: Answers = {}) {
  const received: Received[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  let heard = () => {}
  let unfinished = ''

  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    let input = Buffer.alloc(0)
    let mail: { from: string; to: string[] } = { from: '', to: [] }
    let inData = false
    const say = (step: Step) => {
      heard()
      const answer = answers[step] ?? well[step]
      if (answer === 'cut') return socket.destroy()
      if (answer !== 'hang') socket.write(`${answer}\r\n`)
      if (step === 'DATA') inData = answer.startsWith('354')
    }
    const obey = (line: string) => {
      commands.push(line)
      const [command = ''] = line.toUpperCase().split(' ')
      if (command === 'EHLO') return say('EHLO')
      if (command === 'MAIL') mail = { from: line, to: [] }
      if (command === 'RCPT') mail.to.push(line)
      if (command in well) return say(command as Step)
      socket.write('250 fine\r\n')
    }
    socket.on('data', (bytes) => {
      input = Buffer.concat([input, bytes])
      unfinished = input.toString('latin1')
      heard()
      for (;;) {
        const end = inData ? input.indexOf('\r\n.\r\n') : input.indexOf('\r\n')
        if (end < 0) return
        const whole = input.subarray(0, end)
        input = input.subarray(end + (inData ? 5 : 2))
        if (!inData) {
          obey(whole.toString('latin1'))
          continue
        }
        inData = false
        const unstuffed = whole.toString('latin1').replace(/^\.\./gm, '.')
        received.push({ ...mail, bytes: Buffer.from(`${unstuffed}\r\n`, 'latin1') })
        commands.push('.')
        say('.')
      }
    })
    say('connect')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  if (TestRunner.getCurrentTest()) onTestFinished(stop)
  else afterAll(stop)
  const { port } = server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Whole mails, whatever was answered to them. */
    received,
    commands,
    /** What it has of a mail whose end it does not have. */
    unfinished: () => unfinished,
    /** From now on it answers like this. */
    answer: (others: Answers) => {
      answers = others
    },
    /** Resolves as soon as this is so. */
    until: async (isSo: () => boolean) => {
      while (!isSo())
        await new Promise<void>((resolve) => {
          heard = resolve
        })
    },
    stop,
  }
}
