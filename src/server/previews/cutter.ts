import { rm } from 'node:fs/promises'
import { apart } from '#server/files/apart.ts'
import type { Cut, CutOrder } from '#server/previews/cut.ts'

const script = 'src/server/previews/cutter-main.ts'
/** A gigabyte of FLAC on a busy machine takes two minutes. */
const longestMs = 240_000

/** Cuts a clip in a process of its own. Throws `AtFault` when nothing can be cut out of this file. */
export async function cutApart(order: CutOrder, signal?: AbortSignal): Promise<Cut> {
  try {
    return await apart<Cut>(script, order, { longestMs, signal })
  } catch (error) {
    // A process that was ended has cleared nothing away.
    await rm(order.into, { force: true })
    throw error
  }
}
