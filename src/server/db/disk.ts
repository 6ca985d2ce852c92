import { keepReserve, type Reserve } from '#server/db/reserve.ts'

/** Whether there is room for the embedded database, which must never find out by itself: without room it hangs. */
export type Disk = {
  readonly full: boolean
  onChange: (listener: (full: boolean) => void) => void
  /**
   * A write has found no room. For what the database cannot do without, the reserve is given up and the write may be
   * tried again; anything else fails, and its transaction with it.
   */
  foundFull: () => void
  makeRoom: () => void
  close: () => void
}

export function watchDisk(folder: string): Disk {
  const reserve: Reserve = keepReserve(`${folder}.reserve`)
  const listeners: ((full: boolean) => void)[] = []
  let looking: NodeJS.Timeout | undefined
  const change = (full: boolean) => {
    for (const listener of listeners) listener(full)
  }
  const lookForRoom = () => {
    if (!reserve.takeBack()) return
    clearInterval(looking)
    looking = undefined
    change(false)
  }
  return {
    get full() {
      return looking !== undefined
    },
    onChange: (listener) => listeners.push(listener),
    foundFull: () => {
      if (looking) return
      looking = setInterval(lookForRoom, 1_000).unref()
      // We may be deep inside a statement; whoever listens must not come in between.
      setImmediate(change, true)
    },
    makeRoom: reserve.giveUp,
    close: () => clearInterval(looking),
  }
}
