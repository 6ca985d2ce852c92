import { rm } from 'node:fs/promises'
import { answeringParts, apart } from '#server/files/apart.ts'
import type { Cut, CutOrder } from '#server/previews/cut.ts'

const script = 'src/server/previews/cutter-main.ts'
/** A gigabyte of FLAC on a busy machine takes two minutes. */
const longestMs = 240_000

/** Where a track is read that is not written out for it. */
export type ReadableTrack = { bytes: number; read: (from: number, to: number) => Promise<Uint8Array> }

/** Cuts a clip in a process of its own. Throws `AtFault` when nothing can be cut out of this track. */
export async function cutApart(order: CutOrder, { bytes, read }: ReadableTrack, signal?: AbortSignal): Promise<Cut> {
  const answer = answeringParts(read)
  try {
    return await apart<Cut>(script, { ...order, bytes }, { longestMs, signal, answer })
  } catch (error) {
    // A process that was ended has cleared nothing away.
    await rm(order.into, { force: true })
    throw error
  }
}
