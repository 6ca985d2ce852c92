import { mostAskedBytes, onceAsked } from '#server/files/once-asked.ts'
import { type CutOrder, cut } from '#server/previews/cut.ts'

onceAsked(({ bytes, ...order }: CutOrder & { bytes: number }, ask) => {
  const read = async (from: number, to: number) => {
    const wanted = new Uint8Array(to - from)
    for (let at = 0; at < wanted.length; at += mostAskedBytes) {
      const part = { from: from + at, to: Math.min(to, from + at + mostAskedBytes) }
      wanted.set((await ask(part)) as Uint8Array, at)
    }
    return wanted
  }
  return cut({ ...order, file: { bytes, read } })
})
