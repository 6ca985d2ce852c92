import { maxRequestBytes, runChildTask } from '#server/files/child-task.ts'
import { type CutClipOptions, cutClip } from '#server/previews/cut-clip.ts'

runChildTask(({ bytes, ...order }: CutClipOptions & { bytes: number }, ask) => {
  const read = async (from: number, to: number) => {
    const wanted = new Uint8Array(to - from)
    for (let at = 0; at < wanted.length; at += maxRequestBytes) {
      const part = { from: from + at, to: Math.min(to, from + at + maxRequestBytes) }
      wanted.set((await ask(part)) as Uint8Array, at)
    }
    return wanted
  }
  return cutClip({ ...order, file: { bytes, read } })
})
