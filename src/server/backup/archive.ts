import { createHash } from 'node:crypto'
import { existsSync, openAsBlob, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { BlobReader, configure, type FileEntry, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { z } from 'zod'
import { OperatorError } from '#domain/operator-error.ts'
import { partialPath, withCleanup } from '#server/backup/temporary-files.ts'
import { syncPathSync } from '#server/platform.ts'

configure({ useWebWorkers: false })

const Entry = z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string() })
/** A file whose bytes are in another archive of the same folder. */
const ReferencedFile = Entry.extend({ archive: z.string().regex(/^[\w.-]+\.zip$/) })
export type ReferencedFile = z.output<typeof ReferencedFile>

/** The manifest of an archive. It is the last entry, so that a truncated archive has none. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The last step of the tables' history that the database had taken. */
  migration: z.int(),
  /** For each table how many rows there were, and a sum of them in which their order does not matter. */
  tables: z.record(z.string(), z.strictObject({ rows: z.int(), sum: z.string() })),
  jobs: z.int(),
  entries: z.array(Entry),
  elsewhere: z.array(ReferencedFile).optional(),
})
export type Manifest = z.output<typeof Manifest>

export const manifestName = 'stagedoor.json'

type ByteSource = AsyncIterable<Uint8Array | string>
export type ArchiveWriter = {
  /** Texts are made smaller; what is music or a picture already is as small as it gets. */
  add: (name: string, bytes: ByteSource, kind: 'text' | 'file') => Promise<void>
}
type FillArchive = (archive: ArchiveWriter) => Promise<Omit<Manifest, 'format' | 'entries'>>

/** Writes a zip archive beside its place, and puts it there once it is on the disk and was read again from there. */
export async function writeArchive(path: string, fill: FillArchive): Promise<Manifest> {
  const draft = partialPath(path)
  const removeDraft = () => rmSync(draft, { force: true })
  return withCleanup(removeDraft, async () => {
    const file = await open(draft, 'w', 0o600)
    const manifest = await writeEntries(file, fill).finally(() => file.close())
    await checkEntries(await openArchive(draft), draft)
    await rename(draft, path)
    syncPathSync(dirname(path))
    return manifest
  })
}

async function writeEntries(file: FileHandle, fill: FillArchive): Promise<Manifest> {
  const end = new WritableStream<Uint8Array>({ write: (piece) => file.appendFile(piece) })
  const zip = new ZipWriter(end, { zip64: true })
  const entries: Manifest['entries'] = []
  const add: ArchiveWriter['add'] = async (name, bytes, kind) => {
    const hash = createHash('sha256')
    let size = 0
    const counted = async function* () {
      for await (const piece of bytes) {
        const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(buffer)
        size += buffer.byteLength
        yield buffer
      }
    }
    await zip.add(name, Readable.toWeb(Readable.from(counted())) as ReadableStream, {
      level: kind === 'text' ? 6 : 0,
    })
    entries.push({ name, bytes: size, sha256: hash.digest('hex') })
  }
  const manifest: Manifest = { format: 1, ...(await fill({ add })), entries: [...entries] }
  await add(manifestName, textStream(JSON.stringify(manifest)), 'text')
  await zip.close()
  await file.sync()
  return manifest
}

export type Archive = {
  manifest: Manifest
  read: (name: string) => AsyncIterable<Uint8Array>
  names: (folder: string) => string[]
}

/** Opens an archive; nothing of it is believed before `checkArchive` has read it. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = new ZipReader(new BlobReader(await openAsBlob(path).catch(() => refuse(path, 'cannot be read'))))
  const found = await zip.getEntries().catch(() => refuse(path, 'is not a backup, or a part of it is missing'))
  const byName = new Map(found.filter((entry): entry is FileEntry => !entry.directory).map((e) => [e.filename, e]))
  const read = (name: string) => {
    const entry = byName.get(name)
    if (!entry) return refuse(path, `lacks ${name}`)
    return piecesOf(entry)
  }
  const written = await readText(read(manifestName)).catch(() => refuse(path, 'is not a backup of Stagedoor'))
  const manifest = Manifest.safeParse(JSON.parse(written))
  if (!manifest.success)
    return refuse(path, 'was made by another version of Stagedoor that this one does not understand')
  const { entries, elsewhere = [] } = manifest.data
  const places = new Map(elsewhere.map((entry) => [entry.name, entry]))
  const others = new Map<string, Promise<Archive>>()
  /** Reads an entry of another archive in the folder, which is opened once. */
  async function* readFromOtherArchive({ name, archive }: ReferencedFile): AsyncGenerator<Uint8Array> {
    const other = others.get(archive) ?? openArchive(join(dirname(path), archive))
    others.set(archive, other)
    yield* (await other).read(name)
  }
  return {
    manifest: manifest.data,
    read: (name) => {
      const place = places.get(name)
      return place ? readFromOtherArchive(place) : read(name)
    },
    names: (folder) =>
      [...entries, ...elsewhere].map(({ name }) => name).filter((name) => name.startsWith(`${folder}/`)),
  }
}

/** Reads all of it once, and what it needs of other archives: every byte is what was written. */
export async function checkArchive(archive: Archive, path: string): Promise<void> {
  const { elsewhere = [] } = archive.manifest
  for (const name of new Set(elsewhere.map(({ archive: other }) => other)))
    if (!existsSync(join(dirname(path), name)))
      refuse(path, `needs files of ${name}, which is not beside it; put both into one folder`)
  await checkEntries(archive, path, elsewhere)
}

async function checkEntries({ manifest, read }: Archive, path: string, more: Manifest['entries'] = []): Promise<void> {
  for (const { name, bytes, sha256 } of [...manifest.entries, ...more]) {
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const piece of read(name)) {
        hash.update(piece)
        size += piece.byteLength
      }
    } catch {
      refuse(path, `is damaged at ${name}`)
    }
    if (size !== bytes || hash.digest('hex') !== sha256) refuse(path, `is damaged at ${name}`)
  }
}

/** `getData` pushes and the reader pulls, so only a few pieces are in memory at a time. */
async function* piecesOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writing = entry.getData(writable, { checkSignature: true })
  writing.catch(() => {})
  yield* readable
  await writing
}

export async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

export async function* textStream(text: string): AsyncGenerator<string> {
  yield text
}

function refuse(path: string, why: string): never {
  throw new OperatorError(`The backup ${path} ${why}.`)
}
