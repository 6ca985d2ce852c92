import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mentionsEmail } from '#domain/accounts/email.ts'
import { newId } from '#server/db/id.ts'
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
/** Each try has a draft of its own. */
const draftName = /(\.[0-9a-f-]{36})?\.new$/
const isDraft = (name: string) => draftName.test(name) && uuid.test(name.replace(draftName, ''))

export function openMailFolder(folder: string): MailFolder {
  const folderOf = (websiteId: string) => {
    if (!uuid.test(websiteId)) throw new Error('A folder of the outbox is named by the id of a website.')
    return join(folder, websiteId)
  }
  return {
    deliver: async (message, { beforeLastByte }) => write(folderOf(message.websiteId), message, beforeLastByte),
    newest: async (websiteId, max) => {
      const names = await readdir(folderOf(websiteId)).catch(orElse([]))
      return names.filter(isMail).sort().reverse().slice(0, max)
    },
    read: async (websiteId, name) =>
      isMail(name) ? readFile(join(folderOf(websiteId), name)).catch(orElse(null)) : null,
    removeMailsNaming: async (websiteId, email) => {
      const folder = folderOf(websiteId)
      for (const name of (await readdir(folder).catch(orElse([]))).filter((each) => isMail(each) || isDraft(each))) {
        const finished = name.replace(draftName, '.eml')
        const bytes =
          (await readFile(join(folder, name)).catch(orElse(null))) ??
          (await readFile(join(folder, finished)).catch(orElse(null)))
        // The draft first: it may become the finished file at any moment.
        if (bytes && (await hasEmail(bytes, email)))
          for (const each of [name, finished]) await rm(join(folder, each), { force: true })
      }
    },
  }
}

async function hasEmail(bytes: Buffer, email: string): Promise<boolean> {
  const { headers, text, html } = await parseMessage(bytes)
  return mentionsEmail([...headers.map(([, value]) => value), text, html].join('\n'), email)
}

/**
 * Atomic; the file is named by the mail's id, so delivering it again replaces the file. `beforeLastByte` is awaited when
 * the draft is complete: a mail that was erased in the meantime is not written, and an erasure after it finds the draft.
 */
async function write(folder: string, { id, bytes }: MailMessage, beforeLastByte: () => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${id}.${newId()}.new`)
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await beforeLastByte()
    await rename(draft, join(folder, `${id}.eml`))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncPath(folder)
}

const orElse =
  <T>(nothing: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error
    return nothing
  }
