import type { Case } from './case.ts'
import { cases } from './cases.ts'
import { failing } from './kinds.ts'
import { type Mix, play } from './load.ts'

/**
 * A mistake that somebody could make, as a change to the text of the built server or of a file that runs as it is
 * written. Each must be noticed by the case that is named, in these words; one that is not says that the checks are blind.
 */
export type Defect = {
  name: string
  file?: string
  edits: [find: RegExp, put: string][]
  case: Case
  says: RegExp
}

const built = 'dist/server/entry.js'
export const fileOf = ({ file = built }: Defect): string => file

const called = (words: string): Case => {
  const found = cases.find(({ name }) => name.includes(words))
  if (!found) throw new Error(`There is no case called ${words}.`)
  return found
}

/** Nothing is wrong but the product. */
const ordinary = (name: string, mix: Partial<Mix> = {}): Case => ({
  name,
  from: 'full',
  run: async (world) => {
    await play(world, { buyers: 16, cancels: 0, uploads: 0, ...mix })
    await play(world, { buyers: 8, cancels: 4, uploads: 0, messages: 0, drafts: 0, ...mix })
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
const halfDone = failing(
  'the process dies with the mails of an order half written',
  'full',
  () => ['jobs.finishing=kill'],
  {
    ...{ messages: 0, uploads: 0, drafts: 0, cancels: 0 },
  },
)

export const defects: Defect[] = [
  {
    name: 'a message of the payment service is handled each time it comes',
    edits: [
      [/return \(await tx\.insert\(paymentEvents\)[^;]*?\)\.length === 1;|return noted\.length === 1;/, 'return true;'],
      [/if \(state === "paid" && checkout\.state !== "paid"\) await fulfil/, 'if (state === "paid") await fulfil'],
    ],
    case: unanswered,
    says: /did not come to rest|made 2 orders/,
  },
  {
    name: 'a message of the payment service is answered before it is handled',
    edits: [
      [
        /const handled = await handleEvent\(payments, event, now\);/,
        'const handled = "done"; void handleEvent(payments, event, now).catch(() => {});',
      ],
    ],
    case: halfPlaced,
    says: /has made 0 orders/,
  },
  {
    name: 'the mails of an order are queued outside its transaction',
    edits: [
      [
        /await enqueue\(tx, parts\.mailJob, \{ orderId: order\.id \}\);/,
        'setTimeout(() => parts.inCheckout((later) => enqueue(later, parts.mailJob, { orderId: order.id })).catch(() => {}), 60);',
      ],
    ],
    case: unanswered,
    says: /has 0 mails, not 1|told 0 times/,
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
    says: /told 0 times|has 0 mails|mailed 0 times|not come to rest/,
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
    says: /has [2-9] mails|told 2 times/,
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
    says: /has [2-9] mails|told 2 times|mailed 2 times|mailed twice/,
  },
  {
    name: 'a mail that the server does not take is given up',
    edits: [[/const startAfter = forGood \? null : nextTry\(/, 'const startAfter = true ? null : nextTry(']],
    case: called('the mail server is down'),
    says: /has 0 mails|told 0 times|mailed 0 times/,
  },
  {
    name: 'money goes back as often as it is tried',
    edits: [
      [/const before = await desk\.provider\.refundedOf\(paymentIntent\);/, 'const before = 0;'],
      [/key: `\$\{orderId\}-\$\{before\}-\$\{minutes\(now\)\}`/, 'key: orderId + Math.random()'],
      [/const amount = order\.totalAmount - before;/, 'const amount = Math.floor(order.totalAmount / 2);'],
    ],
    case: called('money given back and not written down'),
    says: /went back in [02-9] times|owes/,
  },
  {
    name: 'a cancelled order leaves no job that gives its money back',
    edits: [[/if \(refundDue\(cancelled\)\) await enqueue\(tx, refundJob[^;]+;/, '']],
    case: called('before money is given back'),
    says: /0 went back in 0 times/,
  },
  {
    name: 'what a cancelled order took does not come back to the shelf',
    edits: [[/await change\(tx, row\.id, \{ onHand: quantity \}\);/, '']],
    case: ordinaryDay,
    says: /are there and \d+ sold|its book says/,
  },
  {
    name: 'a sale is not written into the book of the shelf',
    edits: [[/await note(\$\d+)?\(tx, \{\s+stockId,\s+change: -gone,[^}]+\}\);/, '']],
    case: ordinaryDay,
    says: /its book says/,
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
    says: /its book says|are there and|keeps/,
  },
  {
    name: 'what was kept for a buyer stays kept when they leave',
    edits: [
      [
        /await releaseStock\(tx, (await tx\.update\(stockHolds\)\.set\(\{ outcome: "released" \}\))/,
        'await Promise.resolve($1',
      ],
    ],
    case: manyBuyers,
    says: /keeps \d+, and for buyers/,
  },
  {
    name: 'a chunk is answered before its bytes are stored',
    edits: [
      [
        /await parts\.store\.put\(key, file, chunk\);/,
        'setTimeout(() => parts.store.put(key, file, chunk).catch(() => {}), 200);',
      ],
    ],
    case: someUploads,
    // Whoever puts the chunks together does not find the last one.
    says: /no answer in a minute|does not come out|is lost|upload\/chunked was answered with 500/,
  },
  {
    name: 'a chunk is answered before fsync',
    edits: [
      [
        /await Promise\.all\(\[sync(\$\d+)?\(path\), sync(\$\d+)?\(folder\)\]\);/,
        'setTimeout(() => Promise.all([sync$1(path), sync$2(folder)]).catch(() => {}), 20);',
      ],
      // Those of new folders too, or one of them would be the sync that fails, and be told of.
      [/await (sync(?:\$\d+)?\(dirname\(at\)\));/, 'void $1.catch(() => {});'],
    ],
    case: called('does not keep what was written'),
    says: /before it was on the disk for good/,
  },
  {
    name: 'the key of a checkout is ignored',
    edits: [[/(\t)key,(\s+requestHash,\s+network,\s+country,)/, '$1key: crypto.randomUUID(),$2']],
    case: ordinaryDay,
    says: /is not there once/,
  },
  {
    name: 'a session opens every website',
    edits: [
      [
        /let living = await atDesk\(\(tx\) => livingSession\(tx, by, now\)\);/,
        `let living = await atDesk((tx) => livingSession(tx, by, now));
	for (const other of ["01a1dd45-5f4d-7c1d-9793-21a9544e5180", "01a1dd45-5fda-7c25-ac9c-389c5eb1034b"])
		living ??= await inSite(database, { websiteId: other, role: "auth_service" }, (tx) => livingSession(tx, by, now));`,
      ],
    ],
    case: fewBuyers,
    says: /the session of .* opens/,
  },
  {
    name: 'the log has the whole address of a request',
    edits: [[/path: loggedPath\(c\.req\.path\)/, 'path: c.req.url']],
    case: someUploads,
    says: /a secret stand/,
  },
  {
    name: 'the log has the session of whoever asks',
    edits: [[/path: loggedPath\(c\.req\.path\)/, 'path: c.req.header("cookie")']],
    case: fewBuyers,
    says: /a secret stand/,
  },
  {
    name: 'the log has the address of a buyer',
    edits: [[/await failpoint\("checkout\.held"\);/, 'console.log("checkout of", request.email);']],
    case: fewBuyers,
    says: /words stand in the log/,
  },
  {
    name: 'the log has the password of the database when a connection breaks',
    edits: [[/pool\.on\("error", \(\) => \{\}\);/, 'pool.on("error", (error) => console.error(String(error), url));']],
    case: called('the connections to the database are cut'),
    says: /a secret stand/,
  },
  {
    name: 'what the database cannot do just now is answered like a mistake of the program',
    edits: [[/const reason = isStorageFull\(error\) \? "storage-full" : [^;]+;/, 'const reason = null;']],
    case: called('the database dies'),
    says: /was answered with 500/,
  },
  {
    name: 'nobody listens when a connection to the database breaks that is not in use',
    edits: [[/pool\.on\("error", \(\) => \{\}\);/, '']],
    case: called('the connections to the database are cut'),
    says: /it died [1-9]\d* times, and 0 were meant/,
  },
  {
    name: 'the database is asked before a page that is at hand is sent',
    edits: [
      [
        /else write\(found\);/,
        'else house.database.ping().then(() => write(found), () => outgoing.writeHead(503).end());',
      ],
    ],
    case: called('the database dies'),
    says: /a page from the cache was answered with 5/,
  },
  {
    name: 'whoever finds no place to wait is told so late',
    file: 'src/app/http/overload.ts',
    edits: [
      [/(queuedOf\.count\(client\) >= maxOfClient\)) return refuse\(\)/, '$1 return void setTimeout(refuse, 100)'],
    ],
    case: called('ten times more'),
    says: /the server took \d+ ms to tell/,
  },
  {
    name: 'whoever comes may wait, however many there are',
    file: 'src/app/http/overload.ts',
    edits: [[/page: \{ concurrent: 6, queued: 100,/, 'page: { concurrent: 6, queued: 100_000,']],
    case: called('ten times more'),
    says: /only 0 were told at once/,
  },
  {
    name: 'nobody is turned away, however many come',
    file: 'src/app/http/overload.ts',
    edits: [[/page: \{ concurrent: 6,/, 'page: { concurrent: 100_000,']],
    case: called('ten times more'),
    says: /THE FAULT DID NOT HAPPEN/,
  },
  {
    name: 'pages that are at hand are turned away like others',
    file: 'src/app/main.ts',
    edits: [[/\(request, response\) => app\.fromCache\(request, response, answer\)/, 'answer']],
    case: called('ten times more'),
    says: /a page from the cache was answered with 503/,
  },
]
