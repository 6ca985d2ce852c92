import { rmSync } from 'node:fs'
import { ShowDraft } from '#domain/tour/draft.ts'
import { openDatabase } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { startJobs } from '#server/jobs/start.ts'
import { syncWebsites } from '#server/sites/actions.ts'
import { addShow, listShows } from '#server/tour/actions.ts'
import { startPostgres } from '#tests/services/postgres.ts'

const W = '01a1dd45-5f4d-7c1d-9793-21a9544e5180'
const mode = process.argv[2]
const c = mode === 'postgres' ? await startPostgres() : null
if (mode === 'first') rmSync('/tmp/exp/m', { recursive: true, force: true })
const o = c
  ? ({ kind: 'postgres', url: c.url('postgres'), ownerUrl: c.ownerUrl('postgres'), poolSize: 10 } as const)
  : ({ kind: 'pglite', folder: '/tmp/exp/m/db' } as const)
if (c) {
  const d = await openDatabase(o)
  const j = await startJobs(d, { jobs: [], report: console.error })
  await j.stop()
  await d.close()
}
let t = performance.now()
const t0 = t
const lap = (n: string) => {
  console.log(mode, n, Math.round(performance.now() - t))
  t = performance.now()
}
const d = await openDatabase(o)
lap('open')
await syncWebsites(d, [{ siteId: W, name: 'T' }])
lap('sync')
const j = await startJobs(d, { jobs: [], report: console.error })
lap('jobs')
console.log(mode, 'ready', Math.round(performance.now() - t0))
if (mode !== 'second') {
  await inSite(d, { websiteId: W, role: 'administrator', userId: 'x' }, async (tx) => {
    for (let i = 0; i < 10; i++)
      await addShow(
        tx,
        ShowDraft.parse({
          date: '2030-05-01',
          zone: 'UTC',
          venue: 'x' + i,
          city: 'Berlin',
          country: 'DE',
          status: 'upcoming',
        }),
      )
  })
}
if (mode !== 'first') {
  const read = () => inSite(d, { websiteId: W, role: 'visitor' }, (tx) => listShows(tx, new Date()))
  for (let i = 0; i < 300; i++) await read()
  let s = performance.now()
  for (let i = 0; i < 1000; i++) await read()
  console.log(mode, 'reads/s one after another', Math.round(1e6 / (performance.now() - s)))
  s = performance.now()
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 50; i++) await read()
    }),
  )
  console.log(mode, 'reads/s 20 at once', Math.round(1e6 / (performance.now() - s)))
  s = performance.now()
  let n = 0
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let i = 0; i < 40; i++) {
        await inSite(d, { websiteId: W, role: 'administrator', userId: 'x' }, (tx) =>
          addShow(
            tx,
            ShowDraft.parse({
              date: '2030-05-02',
              zone: 'UTC',
              venue: 'y' + n++ + Math.random(),
              city: 'Berlin',
              country: 'DE',
            }),
          ),
        )
      }
    }),
  )
  console.log(mode, 'writes/s', Math.round(200e3 / (performance.now() - s)))
}
await j.stop()
await d.close()
await c?.stop()
process.exit()
