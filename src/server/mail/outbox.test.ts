import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { composeMessage, parseMessage } from '#server/mail/message.ts'
import { openMailFolder } from '#server/mail/outbox.ts'

const websiteId = newId()
const handing = { beforeLastByte: async () => {}, signal: new AbortController().signal }

function newOutbox() {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-outbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, outbox: openMailFolder(join(folder, 'outbox')) }
}
const message = (subject: string, id = newId(), site = websiteId) =>
  composeMessage(
    { to: 'ada@example.com', subject, text: 'Grüße', html: '<p>Grüße</p>' },
    { id, websiteId: site, from: { name: 'Marlow Quay', address: 'no-reply@marlow.example' }, date: new Date() },
  )

test('writes a mail as an .eml file that only its user can read', async () => {
  const { folder, outbox } = newOutbox()
  const made = await message('Hello')
  await outbox.deliver(made, handing)
  const path = join(folder, 'outbox', websiteId, `${made.id}.eml`)
  expect(readFileSync(path)).toEqual(made.bytes)
  expect(await parseMessage(readFileSync(path))).toMatchObject({ text: 'Grüße', html: '<p>Grüße</p>' })
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  expect(readdirSync(join(folder, 'outbox', websiteId))).toEqual([`${made.id}.eml`])
})

test('deletes the mails to or about an erased customer, and no others', async () => {
  const { outbox } = newOutbox()
  const put = async (mail: { to: string; replyTo?: string; text?: string }, site = websiteId) => {
    const from = { name: 'Marlow Quay', address: 'no-reply@marlow.example' }
    const made = await composeMessage(
      { subject: 'Hello', text: 'Grüße', ...mail },
      { id: newId(), websiteId: site, from, date: new Date() },
    )
    await outbox.deliver(made, handing)
    return `${made.id}.eml`
  }
  await put({ to: 'Ada.Lovelace+shop@example.com' })
  await put({ to: 'owner@site.example', replyTo: 'ada.lovelace+shop@example.com' })
  await put({ to: 'owner@site.example', text: 'Ünlü: (ada.lovelace+shop@example.com) has ordered.' })
  const others = [
    await put({ to: 'other.ada.lovelace+shop@example.com' }),
    await put({ to: 'ada.lovelace+shop@example.com.example' }),
    await put({ to: 'ada-lovelace+shop@example.com' }),
  ]
  const elsewhere = newId()
  await put({ to: 'ada.lovelace+shop@example.com' }, elsewhere)
  await outbox.removeMailsNaming(websiteId, 'ada.lovelace+shop@EXAMPLE.com')
  expect(new Set(await outbox.newest(websiteId, 10))).toEqual(new Set(others))
  expect(await outbox.newest(elsewhere, 10)).toHaveLength(1)
  await outbox.removeMailsNaming(newId(), 'nobody@example.com')
})

test('does not write a mail that was erased while it was being delivered, and an erasure finds its draft', async () => {
  const { folder, outbox } = newOutbox()
  const files = () => readdirSync(join(folder, 'outbox', websiteId))
  const erased = async () => {
    throw new Error('erased')
  }
  await expect(outbox.deliver(await message('Hello'), { ...handing, beforeLastByte: erased })).rejects.toThrow('erased')
  expect(files()).toEqual([])
  const erasing = () => outbox.removeMailsNaming(websiteId, 'ada@example.com')
  await expect(outbox.deliver(await message('Hello'), { ...handing, beforeLastByte: erasing })).rejects.toThrow(
    'ENOENT',
  )
  expect(files()).toEqual([])
})

test('writes a mail once, however often it is sent', async () => {
  const { outbox } = newOutbox()
  const id = newId()
  for (const subject of ['Hello', 'Hello again']) await outbox.deliver(await message(subject, id), handing)
  expect(await outbox.newest(websiteId, 10)).toEqual([`${id}.eml`])
})

test('lists the mails of a website, newest first, without partial files', async () => {
  const { folder, outbox } = newOutbox()
  const ids = [newId(), newId(), newId()]
  for (const id of ids) await outbox.deliver(await message('Hello', id), handing)
  writeFileSync(join(folder, 'outbox', websiteId, `${newId()}.new`), 'half')
  expect(await outbox.newest(websiteId, 2)).toEqual([`${ids[2]}.eml`, `${ids[1]}.eml`])
  expect(await outbox.newest(newId(), 2)).toEqual([])
  expect(await outbox.read(websiteId, `${ids[0]}.eml`)).toBeInstanceOf(Buffer)
  expect(await outbox.read(newId(), `${ids[0]}.eml`)).toBeNull()
})

test('rejects mail names that lead out of the folder', async () => {
  const { folder, outbox } = newOutbox()
  const { id, ...rest } = await message('Hello')
  await outbox.deliver({ id, ...rest }, handing)
  writeFileSync(join(folder, 'secret.eml'), 'secret')
  for (const name of [
    '../../secret.eml',
    '..',
    '',
    '.eml',
    `${websiteId}/${id}.eml`,
    `${id}.eml/`,
    `${id}.new`,
    `${id}`,
  ])
    expect(await outbox.read(websiteId, name), name).toBeNull()
  await expect(outbox.newest('../..', 1)).rejects.toThrow('named by the id of a website')
  await expect(outbox.deliver({ id, ...rest, websiteId: '..' }, handing)).rejects.toThrow('named by the id')
})
