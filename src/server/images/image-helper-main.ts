import sharp from 'sharp'
import { encodePicture } from '#server/images/encode.ts'
import { normalisePicture } from '#server/images/normalise.ts'
import { toUnreadablePicture } from '#server/images/original.ts'
import { drawPng } from '#server/images/png.ts'
import { stopSignals } from '#server/platform.ts'

/**
 * What runs in a process of its own: everything that decodes. It is started by `helper.ts`, which may end it at any
 * moment, and it ends with the server, however that ends.
 */
const jobs = { encode: encodePicture, drawPng, normalise: normalisePicture }
export type ImageJobs = typeof jobs

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}`) })

process.on('disconnect', () => process.exit())
// The terminal tells the whole group; the server finishes what is under way and then ends us.
for (const signal of stopSignals) process.on(signal, () => {})

process.on('message', async ({ name, args }: { name: keyof ImageJobs; args: never }) => {
  try {
    const job: (...args: never) => Promise<unknown> = jobs[name]
    process.send?.({ done: await job(...(args as never[] as never)) })
  } catch (error) {
    const { message, fault } = toUnreadablePicture(error)
    process.send?.({ failed: { message, fault } })
  }
})
process.send?.('ready')
