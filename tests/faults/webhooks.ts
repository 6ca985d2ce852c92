import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Refusal } from '#domain/refusal.ts'
import { createCommerceDeps } from '#server/commerce/deps.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createMailJob } from '#server/mail/mail-job.ts'
import { orderMailJob } from '#server/orders/mail-job.ts'
import { handlePaymentEvent } from '#server/payments/handle-event.ts'
import { createRefundJob } from '#server/payments/refund.ts'
import { openSandbox } from '#server/payments/sandbox/sandbox.ts'

/** For tests that kill it: takes messages of the payment service for one website, and says where. */
const about = JSON.parse(process.argv[2]!) as Record<string, string>
const database = await openPostgres({ url: about.url!, ownerUrl: about.ownerUrl!, poolSize: 8 })
const sealer = createSealer({ current: Buffer.from(about.dataKey!, 'base64') })
const keys = createDerivedKeys(about.appSecret!)
const clock = () => new Date(about.now!)
const { job } = createMailJob(database, {
  sealer,
  transport: { deliver: () => Promise.reject(new Error('never sent')) },
  senderOf: async () => null,
  clock,
  report: () => {},
})
const mailJob = orderMailJob({ sealer, keys, siteOf: async () => null, pictureAt: () => null, clock })
await startJobs(database, { jobs: [job, mailJob], work: false, report: console.error })
const { provider } = openSandbox({
  folder: about.folder!,
  secretKey: 'sk_test_of_the_sandbox',
  webhookSecret: about.webhookSecret!,
  clock,
  payPage: ({ id }) => `http://localhost/sandbox/${id}`,
  deliver: async () => 200,
})
const refundJob = createRefundJob({ commerceOf: () => null, clock })
const paymentService = createCommerceDeps({ database, sealer, keys, provider, mailJob, refundJob })({
  siteId: about.websiteId!,
  shop: { pricesIncludeVat: true, vat: {}, shipping: [], downloads: { allowed: 5, days: 30 } },
})

const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  try {
    const signature = request.headers['stripe-signature']?.toString()
    await handlePaymentEvent(paymentService, provider.readEvent(Buffer.concat(parts), signature, clock()), clock())
    response.writeHead(200).end()
  } catch (error) {
    const isForged = error instanceof Refusal && error.reason === 'webhook-forged'
    if (!isForged) console.error(error)
    response.writeHead(isForged ? 400 : 500).end()
  }
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
