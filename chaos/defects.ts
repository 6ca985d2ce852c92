import type { ChaosCase } from './case.ts'
import { failpointCase } from './case-factories.ts'
import { cases } from './cases.ts'
import { type LoadMix, runShopLoad } from './load.ts'

/**
 * A planted mistake: a change to the text of the built server or of a source file. The named case must complain about
 * it with this text; otherwise the checks are blind.
 */
export type Defect = {
  name: string
  file?: string
  edits: [find: RegExp, put: string][]
  case: ChaosCase
  complaint: RegExp
}

const built = 'dist/server/entry.js'
export const fileOfDefect = ({ file = built }: Defect): string => file

const called = (words: string): ChaosCase => {
  const found = cases.find(({ name }) => name.includes(words))
  if (!found) throw new Error(`There is no case called ${words}.`)
  return found
}

/** A case without a fault besides the defect. */
const ordinary = (name: string, mix: Partial<LoadMix> = {}): ChaosCase => ({
  name,
  from: 'full',
  run: async (world) => {
    await runShopLoad(world, { buyers: 16, cancels: 0, uploads: 0, ...mix })
    await runShopLoad(world, { buyers: 8, cancels: 4, uploads: 0, messages: 0, drafts: 0, ...mix })
    return () => 'no fault'
  },
})

const ordinaryDay = ordinary('an ordinary day')
const manyBuyers = ordinary('an ordinary day of many buyers', { buyers: 40, cancels: 0, messages: 0, drafts: 0 })
const someUploads = ordinary('an ordinary day with uploads', { buyers: 12, uploads: 2, cancels: 0 })
const fewBuyers = ordinary('an ordinary day of few buyers', { buyers: 4, cancels: 0 })

const halfPlaced = called('an order half placed')
const unanswered = called('handled and not answered')
/** Only buyers: the first job is the one that writes the mails of an order. */
const halfDone = failpointCase(
  'the process dies with the mails of an order half written',
  'full',
  () => ['jobs.finishing=kill'],
  {
    messages: 0,
    uploads: 0,
    drafts: 0,
    cancels: 0,
  },
)

export const defects: Defect[] = [
  {
    name: 'a payment event is handled each time it is delivered',
    edits: [
      [/return \(await tx\.insert\(paymentEvents\)[^;]*?\)\.length === 1;|return noted\.length === 1;/, 'return true;'],
      [
        /if \(state === "paid" && checkout\.state !== "paid"\) await placePaidOrder/,
        'if (state === "paid") await placePaidOrder',
      ],
    ],
    case: unanswered,
    complaint: /did not become idle|made 2 orders/,
  },
  {
    name: 'a payment event is answered before it is handled',
    edits: [
      [
        /const handled = await handlePaymentEvent\(payments, event, now\);/,
        'const handled = "done"; void handlePaymentEvent(payments, event, now).catch(() => {});',
      ],
    ],
    case: halfPlaced,
    complaint: /has made 0 orders/,
  },
  {
    name: 'the mails of an order are queued outside its transaction',
    edits: [
      [
        /await (enqueue(?:\$\d+)?)\(tx, commerce\.mailJob, \{ orderId: order\.id \}\);/,
        'setTimeout(() => commerce.inCheckout((later) => $1(later, commerce.mailJob, { orderId: order.id })).catch(() => {}), 60);',
      ],
    ],
    case: unanswered,
    complaint: /has 0 mails, not 1|owner was mailed 0 times/,
  },
  {
    name: 'a job is acknowledged before its effect',
    edits: [
      [
        /finish: \(work\) => inSite\(database, scope, async \(tx\) => \{\s+await work\(tx\);/,
        'finish: (work) => boss.complete(job.name, message).then(() => inSite(database, scope, async (tx) => {\n await work(tx); await failpoint("jobs.finishing"); })), unused: (work) => inSite(database, scope, async (tx) => {',
      ],
    ],
    case: halfDone,
    complaint: /mailed 0 times|has 0 mails|not become idle/,
  },
  {
    name: 'the effect of a job and its end are two transactions',
    edits: [
      [
        /finish: \(work\) => inSite\(database, scope, async \(tx\) => \{\s+await work\(tx\);/,
        'finish: (work) => inSite(database, scope, work).then(() => inSite(database, scope, async (tx) => {',
      ],
      [
        /(throw new Error\("another worker has taken the job in the meantime"\);\s+\}\))(\s+\}\);\s+await failpoint\("jobs\.done"\))/,
        '$1)$2',
      ],
    ],
    case: halfDone,
    complaint: /has [2-9] mails|owner was mailed 2 times/,
  },
  {
    name: 'a mail in the outbox has a new name each time it is written',
    edits: [
      [
        /await rename\(draft, join\(folder, `\$\{id\}\.eml`\)\);/,
        'await rename(draft, join(folder, crypto.randomUUID() + ".eml"));',
      ],
    ],
    case: called('a mail delivered'),
    complaint: /has [2-9] mails|mailed 2 times|mailed twice/,
  },
  {
    name: 'a mail that the mail server refuses is given up at once',
    edits: [
      [/const startAfter = permanent \? null : nextAttemptAt\(/, 'const startAfter = true ? null : nextAttemptAt('],
    ],
    case: called('the mail server is down'),
    complaint: /has 0 mails|mailed 0 times/,
  },
  {
    name: 'each try of a refund pays again',
    edits: [
      [/const before = await commerce\.provider\.refundedOf\(paymentIntent\);/, 'const before = 0;'],
      [/key: `\$\{orderId\}-\$\{before\}-\$\{minutes\(now\)\}`/, 'key: orderId + Math.random()'],
      [/const amount = order\.totalAmount - before;/, 'const amount = Math.floor(order.totalAmount / 2);'],
    ],
    case: called('money given back and not written down'),
    complaint: /refunded in [02-9] payments|owes/,
  },
  {
    name: 'a cancelled order queues no refund job',
    edits: [[/if \(isRefundDue(?:\$\d+)?\(cancelled\)\) await enqueue(?:\$\d+)?\(tx, refundJob[^;]+;/, '']],
    case: called('before money is given back'),
    complaint: /0 refunded in 0 payments/,
  },
  {
    name: 'a cancelled order does not return its stock',
    edits: [[/await adjustStock\(tx, row\.id, \{ onHand: quantity \}\);/, '']],
    case: ordinaryDay,
    complaint: /are in stock and \d+ sold|its movements add up to/,
  },
  {
    name: 'a sale is not recorded as a stock movement',
    edits: [[/await insertMovement(\$\d+)?\(tx, \{\s+stockId,\s+change: -gone,[^}]+\}\);/, '']],
    case: ordinaryDay,
    complaint: /its movements add up to/,
  },
  {
    name: 'stock is counted without a lock',
    edits: [
      [/(from\(stockItems\)\.where\(which\)\.orderBy\(stockItems\.id\))\.for\("update"\)/, '$1'],
      [
        /onHand: sql`\$\{stockItems\.onHand\} \+ \$\{onHand\}`,\s+held: sql`\$\{stockItems\.held\} \+ \$\{held\}`/,
        '...await tx.select({ onHand: stockItems.onHand, held: stockItems.held }).from(stockItems).where(eq(stockItems.id, stockId)).then(([row]) => ({ onHand: row.onHand + onHand, held: row.held + held }))',
      ],
    ],
    case: manyBuyers,
    complaint: /its movements add up to|are in stock and|holds/,
  },
  {
    name: 'a cancelled checkout does not release its hold',
    edits: [
      [
        /await releaseStock\(tx, (await tx\.update\(stockHolds\)\.set\(\{ outcome: "released" \}\))/,
        'await Promise.resolve($1',
      ],
    ],
    case: manyBuyers,
    complaint: /holds \d+, and open checkouts/,
  },
  {
    name: 'a chunk is answered before its bytes are stored',
    edits: [
      [
        /await deps\.store\.put\(key, file, chunk\);/,
        'setTimeout(() => deps.store.put(key, file, chunk).catch(() => {}), 200);',
      ],
    ],
    case: someUploads,
    // The step that joins the chunks does not find the last one.
    complaint: /no answer in a minute|differs from the uploaded|is lost|upload\/chunked was answered with 500/,
  },
  {
    name: 'a chunk is answered before fsync',
    edits: [
      [
        /await Promise\.all\(\[syncToDisk(\$\d+)?\(path\), syncToDisk(\$\d+)?\(folder\)\]\);/,
        'setTimeout(() => Promise.all([syncToDisk$1(path), syncToDisk$2(folder)]).catch(() => {}), 20);',
      ],
      // The syncs of new folders too: otherwise one of them would fail instead, and be reported.
      [/await (syncToDisk(?:\$\d+)?\(dirname\(at\)\));/, 'void $1.catch(() => {});'],
    ],
    case: called('does not keep what was written'),
    complaint: /before it was on the disk for good/,
  },
  {
    name: 'the key of a checkout is ignored',
    edits: [[/(\t)key,(\s+requestHash,\s+network,\s+country,)/, '$1key: crypto.randomUUID(),$2']],
    case: ordinaryDay,
    complaint: /does not exist exactly once/,
  },
  {
    name: 'a session opens every website',
    edits: [
      [
        /let live = await inAuth\(\(tx\) => findLiveSession\(tx, lookup, now\)\);/,
        `let live = await inAuth((tx) => findLiveSession(tx, lookup, now));
	for (const other of ["01a1dd45-5f4d-7c1d-9793-21a9544e5180", "01a1dd45-5fda-7c25-ac9c-389c5eb1034b"])
		live ??= await inSite(database, { websiteId: other, role: "auth_service" }, (tx) => findLiveSession(tx, lookup, now));`,
      ],
    ],
    case: fewBuyers,
    complaint: /the session of .* opens/,
  },
  {
    name: 'the log has the whole address of a request',
    edits: [[/path: redactPath\(c\.req\.path\)/, 'path: c.req.url']],
    case: someUploads,
    complaint: /a secret found/,
  },
  {
    name: 'the log has the session cookie of a request',
    edits: [[/path: redactPath\(c\.req\.path\)/, 'path: c.req.header("cookie")']],
    case: fewBuyers,
    complaint: /a secret found/,
  },
  {
    name: 'the log has the address of a buyer',
    edits: [[/await failpoint\("checkout\.held"\);/, 'console.log("checkout of", request.email);']],
    case: fewBuyers,
    complaint: /words of a person found in the log/,
  },
  {
    name: 'the log has the password of the database when a connection breaks',
    edits: [[/pool\.on\("error", \(\) => \{\}\);/, 'pool.on("error", (error) => console.error(String(error), url));']],
    case: called('the connections to the database are cut'),
    complaint: /a secret found/,
  },
  {
    name: 'an unavailable database is answered like a bug',
    edits: [[/const reason = isStorageFull\(error\) \? "storage-full" : [^;]+;/, 'const reason = null;']],
    case: called('the database dies'),
    complaint: /was answered with 500/,
  },
  {
    name: 'a broken idle connection to the database has no error listener',
    edits: [[/pool\.on\("error", \(\) => \{\}\);/, '']],
    case: called('the connections to the database are cut'),
    complaint: /it died [1-9]\d* times, and 0 were meant/,
  },
  {
    name: 'the database is queried before a cached page is sent',
    edits: [
      [
        /else write\(found\);/,
        'else services.database.ping().then(() => write(found), () => outgoing.writeHead(503).end());',
      ],
    ],
    case: called('the database dies'),
    complaint: /a page from the cache was answered with 5/,
  },
  {
    name: 'a request that finds no place in the queue is refused late',
    file: 'src/app/http/limits/overload.ts',
    edits: [
      [/(queuedOf\.count\(client\) >= maxOfClient\)) return refuse\(\)/, '$1 return void setTimeout(refuse, 100)'],
    ],
    case: called('ten times more'),
    complaint: /the server took \d+ ms to refuse/,
  },
  {
    name: 'the queue has no limit',
    file: 'src/app/http/limits/overload.ts',
    edits: [[/page: \{ concurrent: 6, queued: 100,/, 'page: { concurrent: 6, queued: 100_000,']],
    case: called('ten times more'),
    complaint: /only 0 were refused at once/,
  },
  {
    name: 'the number of concurrent requests has no limit',
    file: 'src/app/http/limits/overload.ts',
    edits: [[/page: \{ concurrent: 6,/, 'page: { concurrent: 100_000,']],
    case: called('ten times more'),
    complaint: /THE FAULT DID NOT HAPPEN/,
  },
  {
    name: 'cached pages are refused under load like others',
    file: 'src/app/main.ts',
    edits: [[/\(request, response\) => app\.fromCache\(request, response, answer\)/, 'answer']],
    case: called('ten times more'),
    complaint: /a page from the cache was answered with 503/,
  },
]
