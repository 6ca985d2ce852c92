import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'

export type Channel = {
  /** For all others that share the database, as soon as they can be reached; several of the same are one. */
  tell: (text: string) => void
  close: () => Promise<void>
}

export type Ears = {
  /** What another process has told; never what we told ourselves. */
  hear: (text: string) => void
  /** From here on everything is heard. What was said before may have been missed. */
  begin: () => void
  report: (error: unknown, words: string) => void
}

const firstPause = 100
const longestPause = 3_000
/** A connection of which nothing has come back for so long is gone, whatever the network says. */
const beatMs = 10_000
const patience = 5_000

/** A connection of its own for LISTEN and NOTIFY, made anew whenever it is lost. */
export function openChannel(url: string, name: string, { hear, begin, report }: Ears): Channel {
  const ourselves = randomUUID()
  const unsaid = new Set<string>()
  const closing = new AbortController()
  let connection: pg.Client | null = null
  let sending: Promise<void> | null = null

  async function send(to: pg.Client): Promise<void> {
    while (unsaid.size && connection === to) {
      const texts = [...unsaid]
      unsaid.clear()
      try {
        await to.query('select pg_notify($1, text) from unnest($2::text[]) as said (text)', [
          name,
          texts.map((text) => `${ourselves} ${text}`),
        ])
      } catch (error) {
        for (const text of texts) unsaid.add(text)
        throw error
      }
    }
  }
  function say(): void {
    const to = connection
    if (!to || sending || !unsaid.size) return
    sending = send(to)
      .catch(() => lose(to))
      .finally(() => {
        sending = null
      })
  }
  function lose(lost: pg.Client): void {
    if (connection === lost) connection = null
    void lost.end().catch(() => {})
  }

  async function attend(): Promise<void> {
    const client = new pg.Client({
      ...{ connectionString: url, application_name: 'stagedoor-cache', keepAlive: true },
      ...{ connectionTimeoutMillis: 2_000, query_timeout: patience },
    })
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', resolve)
    })
    try {
      await client.connect()
      client.on('notification', ({ payload = '' }) => {
        const [teller, ...words] = payload.split(' ')
        if (teller !== ourselves) hear(words.join(' '))
      })
      await client.query(`listen ${pg.escapeIdentifier(name)}`)
      connection = client
      begin()
      say()
      await Promise.race([lost, stillness(client, closing.signal)])
    } finally {
      lose(client)
    }
  }
  async function attendAlways(): Promise<void> {
    let isReported = false
    for (let pause = firstPause; !closing.signal.aborted; pause = Math.min(2 * pause, longestPause)) {
      const began = performance.now()
      await attend().catch((error: unknown) => {
        if (!isReported) report(error, 'other processes cannot be heard; it is tried again')
        isReported = true
      })
      if (performance.now() - began > longestPause) {
        pause = firstPause
        isReported = false
      }
      await after(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  const attending = attendAlways()

  return {
    tell: (text) => {
      unsaid.add(text)
      // What is told in one go is said in one go.
      setImmediate(say)
    },
    close: async () => {
      // What cannot be said now, nobody is there to say later.
      for (say(); sending; say()) await sending
      closing.abort()
      await attending
    },
  }
}

/** Resolves when the channel is closed, and rejects when the other side has stopped answering. */
async function stillness(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await after(beatMs, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted) await client.query('select 1')
  }
}
