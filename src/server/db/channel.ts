import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'

export type Channel = {
  /** Sends a text to all other processes on this database, as soon as there is a connection. Equal texts are sent once. */
  publish: (text: string) => void
  close: () => Promise<void>
}

export type ChannelListener = {
  /** A text from another process, never one of our own. */
  onMessage: (text: string) => void
  /** From now on every message arrives. Earlier messages may have been missed. */
  onListening: () => void
  report: (error: unknown, message: string) => void
}

const firstPauseMs = 100
const maxPauseMs = 3_000
/** A connection that does not answer a ping is lost, also when the network reports no error. */
const pingIntervalMs = 10_000
const queryTimeoutMs = 5_000

/** A connection of its own for LISTEN and NOTIFY, opened again whenever it is lost. */
export function openChannel(url: string, name: string, { onMessage, onListening, report }: ChannelListener): Channel {
  const sender = randomUUID()
  const outbox = createOutbox(name, sender)
  const closing = new AbortController()

  /** Listens on one connection until it is lost or the channel is closed. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'stagedoor-cache',
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
      query_timeout: queryTimeoutMs,
    })
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', resolve)
    })
    try {
      await client.connect()
      client.on('notification', ({ payload = '' }) => {
        const [from, ...words] = payload.split(' ')
        if (from !== sender) onMessage(words.join(' '))
      })
      await client.query(`listen ${pg.escapeIdentifier(name)}`)
      outbox.sendThrough(client)
      onListening()
      outbox.flush()
      await Promise.race([lost, pingUntilClosed(client, closing.signal)])
    } finally {
      outbox.disconnect(client)
    }
  }

  async function listenUntilClosed(): Promise<void> {
    let isReported = false
    for (let pause = firstPauseMs; !closing.signal.aborted; pause = Math.min(2 * pause, maxPauseMs)) {
      const began = performance.now()
      await listenOnce().catch((error: unknown) => {
        if (!isReported) report(error, 'cannot listen to other processes; trying again')
        isReported = true
      })
      if (performance.now() - began > maxPauseMs) {
        pause = firstPauseMs
        isReported = false
      }
      await after(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  const listening = listenUntilClosed()

  return {
    publish: outbox.add,
    close: async () => {
      await outbox.sendAll()
      closing.abort()
      await listening
    },
  }
}

/** The texts that are not sent yet, and the connection that sends them. */
function createOutbox(name: string, sender: string) {
  const pending = new Set<string>()
  let connection: pg.Client | null = null
  let sending: Promise<void> | null = null

  async function sendPending(client: pg.Client): Promise<void> {
    while (pending.size && connection === client) {
      const texts = [...pending]
      pending.clear()
      try {
        await client.query('select pg_notify($1, text) from unnest($2::text[]) as message (text)', [
          name,
          texts.map((text) => `${sender} ${text}`),
        ])
      } catch (error) {
        for (const text of texts) pending.add(text)
        throw error
      }
    }
  }

  function flush(): void {
    const client = connection
    if (!client || sending || !pending.size) return
    sending = sendPending(client)
      .catch(() => disconnect(client))
      .finally(() => {
        sending = null
      })
  }

  function disconnect(client: pg.Client): void {
    if (connection === client) connection = null
    void client.end().catch(() => {})
  }

  return {
    add(text: string): void {
      pending.add(text)
      // All texts of one tick go out in one statement.
      setImmediate(flush)
    },
    sendThrough(client: pg.Client): void {
      connection = client
    },
    flush,
    disconnect,
    /** A text that cannot be sent now is lost: this process will not send it later. */
    async sendAll(): Promise<void> {
      for (flush(); sending; flush()) await sending
    },
  }
}

/** Resolves when the channel is closed; rejects when the server has stopped answering. */
async function pingUntilClosed(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await after(pingIntervalMs, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted) await client.query('select 1')
  }
}
