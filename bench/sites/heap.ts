import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** Memory in use after a garbage collection, in bytes: the heap, and what buffers hold beside it. */
export async function memoryOf(inspectorPort: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await once(socket, 'open')
  let last = 0
  const answers = new Map<number, (result: Record<string, number>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    answers.get(id)?.(result)
  })
  const call = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      answers.set(++last, resolve)
      socket.send(JSON.stringify({ id: last, method }))
    })
  try {
    // What the first collection finalises, the next one frees.
    for (let round = 0; round < 3; round++) {
      await call('HeapProfiler.collectGarbage')
      await wait(200)
    }
    const { usedSize = 0, backingStorageSize = 0 } = await call('Runtime.getHeapUsage')
    return usedSize + backingStorageSize
  } finally {
    socket.close()
  }
}
