import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizeEmail } from '#domain/accounts/email.ts'
import { type MailMessage, parseMessage } from '#server/mail/message.ts'
import type { MailTransport } from '#server/mail/transport.ts'
import { syncPath } from '#server/platform.ts'

/** Mails as `.eml` files that any mail program opens, in one folder for each website. */
export type MailFolder = MailTransport & {
  /** File names, the newest first. */
  newest: (websiteId: string, max: number) => Promise<string[]>
  /** The bytes of one, or null when this website has no such mail. */
  read: (websiteId: string, name: string) => Promise<Buffer | null>
  /** Deletes every mail to an address, and every other mail that contains it. */
  removeMailsNaming: (websiteId: string, email: string) => Promise<void>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isMail = (name: string) => name.endsWith('.eml') && uuid.test(name.slice(0, -4))

export function openMailFolder(folder: string): MailFolder {
  const folderOf = (websiteId: string) => {
    if (!uuid.test(websiteId)) throw new Error('A folder of the outbox is named by the id of a website.')
    return join(folder, websiteId)
  }
  return {
    deliver: async (message) => write(folderOf(message.websiteId), message),
    newest: async (websiteId, max) => {
      const names = await readdir(folderOf(websiteId)).catch(orElse([]))
      return names.filter(isMail).sort().reverse().slice(0, max)
    },
    read: async (websiteId, name) =>
      isMail(name) ? readFile(join(folderOf(websiteId), name)).catch(orElse(null)) : null,
    removeMailsNaming: async (websiteId, email) => {
      const folder = folderOf(websiteId)
      for (const name of (await readdir(folder).catch(orElse([]))).filter(isMail)) {
        const bytes = await readFile(join(folder, name)).catch(orElse(null))
        if (bytes && (await mentionsEmail(bytes, email))) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/** Looks in headers and bodies; a longer address that contains this one does not count. */
async function mentionsEmail(bytes: Buffer, email: string): Promise<boolean> {
  const { headers, text, html } = await parseMessage(bytes)
  const written = [...headers.map(([, value]) => value), text, html].join('\n').toLowerCase()
  const escaped = normalizeEmail(email).replaceAll(/[^\w@]/g, '\\$&')
  return new RegExp(`(?<![\\w.+-])${escaped}(?![\\w-]|\\.\\w)`, 'u').test(written)
}

/** Atomic; the file is named by the mail's id, so delivering it again replaces the file. */
async function write(folder: string, { id, bytes }: MailMessage): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${id}.new`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, `${id}.eml`))
  await syncPath(folder)
}

const orElse =
  <T>(nothing: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error
    return nothing
  }
