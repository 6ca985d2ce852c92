import { createSealer } from '#server/crypto/sealer.ts'
import { inSite } from '#server/db/in-site.ts'
import { openPglite } from '#server/db/pglite.ts'
import { startJobs } from '#server/jobs/start.ts'
import { queueMail } from '#server/mail/queue.ts'
import { openPost } from '#server/mail/send.ts'
import { smtpCarrier } from '#server/mail/smtp.ts'
import { mails } from '#server/mail/table.ts'
import { syncWebsites } from '#server/sites/actions.ts'

/** For tests that kill it: queues one mail at its first start, works, and says each state that it sees the mail in. */
const { folder, websiteId, dataKey, smtpUrl } = JSON.parse(process.argv[2]!) as Record<string, string>
const database = await openPglite({ folder: folder!, durable: false })
await syncWebsites(database, [{ siteId: websiteId!, name: 'A site under fire' }])
const { job } = openPost(database, {
  sealer: createSealer({ current: Buffer.from(dataKey!, 'base64') }),
  carrier: smtpCarrier(smtpUrl!, 'marlow.example'),
  senderOf: () => ({ name: 'Marlow Quay', address: 'hello@marlow.example' }),
  clock: () => new Date(),
  report: (_facts, words) => console.log(words),
})
await startJobs(database, { jobs: [job], report: console.error })
const inThisSite = <T>(work: Parameters<typeof inSite<T>>[2]) =>
  inSite(database, { websiteId: websiteId!, role: 'worker' }, work)
const states = () => inThisSite((tx) => tx.select({ state: mails.state }).from(mails))
if (!(await states()).length)
  await inThisSite((tx) => queueMail(tx, { to: 'ada@example.com', subject: 'Hello', text: 'Good evening.' }))
for (let last = ''; ; ) {
  const [{ state } = { state: 'queued' }] = await states()
  if (state !== last) console.log(state)
  last = state
  await new Promise((resolve) => setTimeout(resolve, 50))
}
