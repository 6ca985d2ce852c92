import { z } from 'zod'
import type { SiteTx } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'

/** Where a CDN takes purges, and its token. */
export type CdnPurgeApi = { url: string; token: string }

const purgeJobType = { name: 'purge-cdn', data: z.object({ tag: z.string(), isSecond: z.boolean() }) }
type Purge = z.output<typeof purgeJobType.data>
const enqueued = { name: purgeJobType.name, check: (data: unknown) => purgeJobType.data.parse(data) }

/**
 * A page that was rendered before the change may arrive at the CDN after the purge: it was on its way, or another process
 * had not heard of the change. So each purge is repeated once all of these have ended.
 */
const secondAfterMs = 10_000
/** Changes this close together share the second purge. It is then still later than the deadline of each render. */
const sharedSecondMs = 5_000

const requestTimeoutMs = 10_000

/** To be called in the transaction that changes the pages, or after it. */
export const enqueueCdnPurge = (tx: SiteTx, tag: string): Promise<void> =>
  enqueue(tx, enqueued, { tag, isSecond: false }, { waitsOnceAs: tag })

/**
 * Tells the CDN to drop its copies. The tag stands in the body, as Cloudflare reads it, and in a header for caches that
 * read no bodies (`deploy/varnish.vcl`).
 */
async function purge({ url, token }: CdnPurgeApi, tag: string, stopped: AbortSignal): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'cache-tag': tag },
    body: JSON.stringify({ tags: [tag] }),
    redirect: 'error',
    signal: AbortSignal.any([stopped, AbortSignal.timeout(requestTimeoutMs)]),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The CDN answered a purge with ${answer.status}.`)
}

/** After the last attempt, five minutes later, the copies have expired in any case. */
export const cdnPurgeJob = (api: CdnPurgeApi): Job<Purge> =>
  defineJob({
    ...purgeJobType,
    tries: 8,
    mergesWaiting: true,
    run: async ({ tag, isSecond }, { signal, finish }) => {
      await purge(api, tag, signal)
      if (isSecond) return
      const now = Date.now()
      await finish((tx) =>
        enqueue(
          tx,
          enqueued,
          { tag, isSecond: true },
          {
            startAfter: new Date(now + secondAfterMs),
            waitsOnceAs: `${tag} second ${Math.floor(now / sharedSecondMs)}`,
          },
        ),
      )
    },
  })
