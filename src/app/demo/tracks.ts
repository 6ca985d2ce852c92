import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DemoProductDownloads } from '#app/demo/shop.ts'
import { positionGap } from '#domain/positions.ts'
import type { Site } from '#domain/sites/site.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { PictureUploadDeps } from '#server/images/receive-picture.ts'
import { clipKey } from '#server/previews/clips.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { storeTrackTags } from '#server/uploads/file-commands.ts'
import { chunkKey, hashOfChunks } from '#server/uploads/stored-file.ts'
import { readTrackTags } from '#server/uploads/tags.ts'

type Files = Pick<PictureUploadDeps, 'store' | 'receiver'>

/** Puts the files of the site's folder into what sells them, and lets visitors hear thirty seconds of each recording. */
export async function seedTracks(
  tx: SiteTx,
  sold: readonly DemoProductDownloads[],
  { siteId: websiteId, folder }: Pick<Site, 'siteId' | 'folder'>,
  { store, receiver }: Files,
  now: Date,
): Promise<void> {
  const pathOf = (name: string) => `sites/${folder}/media/${name}`
  const storeTrackFile = async (path: string) => {
    const content = await readFile(path)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const uploadId = newId()
    await store.put(chunkKey(websiteId, uploadId, 0, sha256), await receiver.copyOf(path))
    const chunks = [sha256]
    return { content, uploadId, bytes: content.length, chunkBytes: content.length, chunks, hash: hashOfChunks(chunks) }
  }
  for (const { productId, archive: name } of sold) {
    if (!name) continue
    const { content: _, ...kept } = await storeTrackFile(pathOf(name))
    const about = { productId, fileType: 'album', name, type: 'application/zip', details: {}, createdAt: now } as const
    await tx.insert(productFiles).values({ ...about, ...kept, position: positionGap })
  }
  if (!sold.some(({ tracks }) => tracks.length)) return
  // In this process: what is cut here was made by ourselves.
  const { cutClip: cut } = await import('#server/previews/cut-clip.ts')
  const each = sold.flatMap(({ productId, tracks }) => tracks.map((track, at) => ({ ...track, productId, at })))
  for (const { file: name, peaks, productId, at } of each) {
    const path = pathOf(name)
    const { content, ...kept } = await storeTrackFile(path)
    const about = { productId, fileType: 'tracks', name, type: 'audio/mpeg', details: {}, createdAt: now } as const
    const [file] = await tx
      .insert(productFiles)
      .values({ ...about, ...kept, position: (at + 1) * positionGap })
      .returning()
    await storeTrackTags(
      tx,
      file!,
      await readTrackTags(async (from, to) => new Uint8Array(content.subarray(from, to)), content.length),
    )

    const [id, into] = [newId(), await receiver.newFile()]
    const { durationMs, ...clip } = await cut({ file: path, into, startMs: null, withPeaks: false })
    await store.put(clipKey(websiteId, { id, clipHash: clip.sha256 }), into)
    await tx.insert(trackPreviews).values({
      id,
      productId,
      fileId: file!.id,
      state: 'ready',
      durationMs,
      peaks,
      clipHash: clip.sha256,
      clipEnding: clip.ending,
      clipBytes: clip.bytes,
      clipStartMs: clip.startMs,
      clipMs: clip.ms,
    })
  }
}
