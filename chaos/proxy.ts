import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'

/**
 * The fault of a connection: `down` refuses it, `hole` swallows everything, `cut` breaks it after so many bytes of an
 * answer, `delay` delays each piece by so many milliseconds, `throttle` passes so many bytes a second.
 */
export type ConnectionFault =
  | { kind: 'none' | 'down' | 'hole' }
  | { kind: 'cut'; bytes: number }
  | { kind: 'delay'; ms: number }
  | { kind: 'throttle'; bytesPerSecond: number }

export type FaultyProxy = {
  port: number
  set: (trouble: ConnectionFault) => void
  /** The number of connections affected by the current fault. */
  met: () => number
  close: () => Promise<void>
}

/** A proxy to another server on this machine, with configurable faults. */
export async function openProxy(target: number): Promise<FaultyProxy> {
  let trouble: ConnectionFault = { kind: 'none' }
  let met = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const touched = trouble.kind !== 'none'
    if (touched) met++
    open.add(client.on('error', () => {}).on('close', () => open.delete(client)))
    if (trouble.kind === 'down') return void client.destroy()
    if (trouble.kind === 'hole') return void client.resume()
    const other = connect(target, '127.0.0.1')
    open.add(other.on('error', () => client.destroy()).on('close', () => open.delete(other)))
    client.on('close', () => other.destroy())
    client.on('data', (bytes) => other.write(bytes))
    let answered = 0
    // Delayed bytes still arrive in order before the connection ends.
    let late = Promise.resolve()
    other.on('close', () => late.then(() => client.end()))
    other.on('data', (bytes) => {
      answered += bytes.length
      // Connections opened before the fault are affected too.
      if (trouble.kind !== 'none' && !touched) met++
      if (trouble.kind === 'down' || (trouble.kind === 'cut' && answered > trouble.bytes)) return void client.destroy()
      if (trouble.kind === 'hole') return
      const wait = waitFor(trouble, bytes.length)
      if (wait) late = late.then(() => after(wait))
      late = late.then(() => void client.write(bytes))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      // A client of a hole would go on long after it is gone.
      const isBroken = [trouble, next].some(({ kind }) => kind === 'down' || kind === 'cut' || kind === 'hole')
      trouble = next
      met = 0
      if (isBroken) for (const socket of open) socket.destroy()
    },
    met: () => met,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function waitFor(trouble: ConnectionFault, bytes: number): number {
  if (trouble.kind === 'delay') return trouble.ms
  return trouble.kind === 'throttle' ? (bytes / trouble.bytesPerSecond) * 1000 : 0
}
