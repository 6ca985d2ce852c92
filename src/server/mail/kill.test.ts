import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { startChild, type TestChildProcess } from '#tests/faults/child.ts'
import { type SmtpAnswers, startSmtpServer } from '#tests/fixtures/smtp.ts'
import { longTest } from '#tests/long-test.ts'

const script = '../fixtures/mail-process.ts'

/** Kills the sender when the server has reached a step, restarts it, and returns what happened to the mail. */
async function killedAt(answers: SmtpAnswers, reached: (commands: string[]) => boolean) {
  const server = await startSmtpServer(answers)
  const parent = mkdtempSync(join(tmpdir(), 'stagedoor-mail-kill-'))
  let child: TestChildProcess | undefined
  onTestFinished(async () => {
    await child?.kill()
    rmSync(parent, { recursive: true, force: true })
  })
  const folder = join(parent, 'db')
  cpSync(inject('pgliteTemplate'), folder, { recursive: true })
  const about = {
    folder,
    websiteId: newId(),
    smtpUrl: server.url,
    dataKey: randomBytes(32).toString('base64'),
  }
  child = startChild(script, about)
  await server.until(() => reached(server.commands))
  await child.kill()
  server.answer({})
  child = startChild(script, about)
  await child.prints('sent')
  return { server, lines: child.lines }
}

test('a mail is not sent again when the process dies after the handover to the SMTP server', async () => {
  const { server, lines } = await killedAt({ '.': 'hang' }, (commands) => commands.includes('.'))
  expect(server.received).toHaveLength(1)
  expect(lines).toContain('a process ended while it handed over this mail, which is not sent again')
})

longTest.each<SmtpAnswers>([{ RCPT: 'hang' }])(
  'a mail is sent after a restart when the process dies at the SMTP step %o',
  async (answers) => {
    const [step] = Object.keys(answers)
    const { server, lines } = await killedAt(answers, (commands) => commands.some((line) => line.startsWith(step!)))
    expect(server.received).toHaveLength(1)
    expect(lines).toEqual(['queued', 'sent'])
  },
)
