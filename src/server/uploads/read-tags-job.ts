import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { unreadableTags } from '#domain/uploads/metadata/file-tags.ts'
import type { FileTags } from '#domain/uploads/metadata/track.ts'
import { answerRangeRequests, ChildProcessError, runInChildProcess } from '#server/files/child-process.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'
import { storeTrackTags } from '#server/uploads/file-commands.ts'
import { productFileById } from '#server/uploads/files.ts'
import { readStoredFile, type StoredFile } from '#server/uploads/stored-file.ts'

type Deps = {
  store: ObjectStore
  /** Invalidates the cached products of the website. */
  invalidate: (websiteId: string) => void
}

const ReadTagsJobPayload = z.strictObject({ fileId: z.uuid() })
export type ReadTagsJobPayload = z.infer<typeof ReadTagsJobPayload>

/** Reads the tags of a complete track. They replace those that the browser has read, which only help the owner. */
export const readTagsJob = ({ store, invalidate }: Deps): Job<ReadTagsJobPayload> =>
  defineJob({
    name: 'read-tags',
    data: ReadTagsJobPayload,
    tries: 5,
    run: async ({ fileId }, { websiteId, inSite, finish, signal }) => {
      const file = await inSite((tx) => productFileById(tx, fileId))
      if (file?.fileType !== 'tracks') return
      const tags = await readTagsOfStoredFile(store, file, signal)
      await finish((tx) => storeTrackTags(tx, file, tags))
      invalidate(websiteId)
    },
  })

export type ReadTagsRequest = { wanted: 'tags' | 'duration'; size: number }

const script = 'src/server/uploads/read-tags-main.ts'
const timeoutMs = 20_000

/**
 * Reads the tags of a stored track in a child process, which requests the ranges that it needs. A damaged file gives the
 * tags that could be found. Throws only if the bytes cannot be read at the moment.
 */
export const readTagsOfStoredFile = (store: ObjectStore, file: StoredFile, signal: AbortSignal): Promise<FileTags> =>
  readTagsInChildProcess(
    { size: file.bytes, load: (from, to) => buffer(readStoredFile(store, file, { from, to: to - 1 })) },
    signal,
  )

type Readable = { size: number; load: (from: number, to: number) => Promise<Uint8Array> }

/** The same for any file whose ranges can be loaded. */
export async function readTagsInChildProcess({ size, load }: Readable, signal?: AbortSignal): Promise<FileTags> {
  const answer = answerRangeRequests(load)
  const read = async <Found>(wanted: ReadTagsRequest['wanted'], otherwise: Found): Promise<Found> => {
    try {
      return await runInChildProcess<Found>(script, { wanted, size }, { timeoutMs, signal, answer })
    } catch (error) {
      if (error instanceof ChildProcessError) return otherwise
      throw error
    }
  }
  const tags = await read<FileTags>('tags', unreadableTags)
  if (!tags.isReadable || tags.duration !== null) return tags
  return { ...tags, duration: await read<number | null>('duration', null) }
}
