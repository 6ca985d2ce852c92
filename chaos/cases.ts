import type { Case } from './case.ts'
import { cutConnections, pauseDatabase, restartDatabase } from './database-faults.ts'
import { badLine, during, failing, kill, unsynced, wrongClock } from './kinds.ts'
import { overloaded, smallMemory } from './overloaded.ts'
import { fewFiles, stoodStill } from './process-faults.ts'
import { slowSockets } from './slow-sockets.ts'

/** In the order in which they are played. */
export const cases: Case[] = [
  failing('the process dies with an order half placed', 'smoke', kill('orders.placed'), { uploads: 0, cancels: 0 }),
  failing('the process dies with a message handled and not answered', 'smoke', kill('webhooks.handled'), {
    uploads: 0,
    cancels: 0,
  }),
  failing('the process dies with a chunk stored and not written down', 'smoke', kill('uploads.chunk-stored'), {
    buyers: 2,
    cancels: 0,
    uploads: 3,
  }),
  failing('the process dies with a mail delivered and not written down', 'smoke', kill('mail.delivered'), {
    uploads: 0,
    cancels: 0,
  }),
  during('the connections to the database are cut', 'smoke', cutConnections),

  failing('the process dies with money given back and not written down', 'quick', kill('refunds.given', 0), {
    uploads: 0,
    cancels: 3,
  }),
  failing('the process dies before money is given back', 'quick', kill('refunds.due', 0), { uploads: 0, cancels: 3 }),
  failing('the process dies with a job half done', 'quick', kill('jobs.finishing'), { uploads: 0 }),
  failing('the process dies between commit and answer', 'quick', kill('database.committed', 30)),
  failing('the disk is full for files and for the database', 'quick', () => [
    'files.write=enospc@1*3',
    'database.commit=enospc@40*6',
  ]),
  badLine('the mail server is down, and back', 'quick', 'mail', { kind: 'down' }, 3),
  badLine('the payment service is down, and back', 'quick', 'payments', { kind: 'down' }, 3),
  during('the database dies and is started again', 'quick', restartDatabase),
  overloaded,

  failing('the process dies while a file is being made', 'full', kill('uploads.finishing', 0), {
    buyers: 2,
    uploads: 3,
  }),
  unsynced,
  failing('the process dies with stock held and no payment session', 'full', kill('checkout.held')),
  failing('the process dies with a payment session that no row names', 'full', kill('checkout.session-opened')),
  failing('the process dies with a chunk written down and not answered', 'full', kill('uploads.chunk-kept', 3), {
    uploads: 4,
  }),
  failing('the process dies with a job taken', 'full', kill('jobs.taken')),
  failing('the process dies with a job done and the queue not updated', 'full', kill('jobs.done')),
  failing('the process dies before a commit', 'full', kill('database.commit', 30)),
  failing('the process dies with a file renamed and not synced', 'full', kill('files.sync', 2), { uploads: 4 }),
  failing('jobs and commits are slow', 'full', () => ['jobs.taken=delay:300*20', 'database.commit=delay:120*60']),
  failing('transactions fail before their commit', 'full', () => ['database.commit=throw@40*4']),
  during('the database stands still for ten seconds', 'full', pauseDatabase),
  badLine('the payment service is slow', 'full', 'payments', { kind: 'delay', ms: 1_500 }, 8),
  badLine('the payment service swallows every request', 'full', 'payments', { kind: 'hole' }, 8),
  badLine(
    'the line to the payment service breaks in the middle of answers',
    'full',
    'payments',
    { kind: 'cut', bytes: 100 },
    5,
  ),
  badLine('the mail server is very slow', 'full', 'mail', { kind: 'throttle', bytesPerSecond: 200 }, 6),
  badLine('the line to the mail server breaks in the middle', 'full', 'mail', { kind: 'cut', bytes: 97 }, 5),
  badLine('the mail server swallows every request', 'full', 'mail', { kind: 'hole' }, 6),
  badLine('the object store is down, and back', 'full', 'store', { kind: 'down' }, 4),
  badLine('the object store is slow', 'full', 'store', { kind: 'delay', ms: 700 }, 8),
  badLine(
    'the line to the object store breaks in the middle of answers',
    'full',
    'store',
    { kind: 'cut', bytes: 120 },
    4,
  ),
  badLine('the object store swallows every request', 'full', 'store', { kind: 'hole' }, 6),
  wrongClock('the clock is six minutes fast', 'full', 360),
  wrongClock('the clock is six minutes slow', 'full', -360),
  slowSockets,
  stoodStill,
  fewFiles,
  smallMemory,
]
