import type { ChaosCase } from './case.ts'
import {
  connectionFaultCase,
  failedSyncCase,
  failpointCase,
  faultDuringLoadCase,
  killAtFailpoint,
  wrongClockCase,
} from './case-factories.ts'
import { cutConnections, pauseDatabase, restartDatabase } from './database-faults.ts'
import { overloadCase, smallMemoryCase } from './overload-cases.ts'
import { fewFileDescriptorsCase, pausedProcessCase } from './process-faults.ts'
import { slowSocketsCase } from './slow-sockets.ts'

/** In the order in which they are played. */
export const cases: ChaosCase[] = [
  failpointCase('the process dies with an order half placed', 'smoke', killAtFailpoint('orders.placed'), {
    uploads: 0,
    cancels: 0,
  }),
  failpointCase(
    'the process dies with a message handled and not answered',
    'smoke',
    killAtFailpoint('webhooks.handled'),
    {
      uploads: 0,
      cancels: 0,
    },
  ),
  failpointCase(
    'the process dies with a chunk stored and not written down',
    'smoke',
    killAtFailpoint('uploads.chunk-stored'),
    {
      buyers: 2,
      cancels: 0,
      uploads: 3,
    },
  ),
  failpointCase(
    'the process dies with a mail delivered and not written down',
    'smoke',
    killAtFailpoint('mail.delivered'),
    {
      uploads: 0,
      cancels: 0,
    },
  ),
  faultDuringLoadCase('the connections to the database are cut', 'smoke', cutConnections),

  failpointCase(
    'the process dies with money given back and not written down',
    'quick',
    killAtFailpoint('refunds.given', 0),
    {
      uploads: 0,
      cancels: 3,
    },
  ),
  failpointCase('the process dies before money is given back', 'quick', killAtFailpoint('refunds.due', 0), {
    uploads: 0,
    cancels: 3,
  }),
  failpointCase('the process dies with a job half done', 'quick', killAtFailpoint('jobs.finishing'), { uploads: 0 }),
  failpointCase('the process dies between commit and answer', 'quick', killAtFailpoint('database.committed', 30)),
  failpointCase('the disk is full for files and for the database', 'quick', () => [
    'files.write=enospc@1*3',
    'database.commit=enospc@40*6',
  ]),
  connectionFaultCase('the mail server is down, and back', 'quick', 'mail', { kind: 'down' }, 3),
  connectionFaultCase('the payment service is down, and back', 'quick', 'payments', { kind: 'down' }, 3),
  faultDuringLoadCase('the database dies and is started again', 'quick', restartDatabase),
  overloadCase,

  failpointCase('the process dies while a file is being made', 'full', killAtFailpoint('uploads.finishing', 0), {
    buyers: 2,
    uploads: 3,
  }),
  failedSyncCase,
  failpointCase('the process dies with stock held and no payment session', 'full', killAtFailpoint('checkout.held')),
  failpointCase(
    'the process dies with a payment session that no row names',
    'full',
    killAtFailpoint('checkout.session-opened'),
  ),
  failpointCase(
    'the process dies with a chunk written down and not answered',
    'full',
    killAtFailpoint('uploads.chunk-kept', 3),
    {
      uploads: 4,
    },
  ),
  failpointCase('the process dies with a job taken', 'full', killAtFailpoint('jobs.taken')),
  failpointCase('the process dies with a job done and the queue not updated', 'full', killAtFailpoint('jobs.done')),
  failpointCase('the process dies before a commit', 'full', killAtFailpoint('database.commit', 30)),
  failpointCase('the process dies with a file renamed and not synced', 'full', killAtFailpoint('files.sync', 2), {
    uploads: 4,
  }),
  failpointCase('jobs and commits are slow', 'full', () => ['jobs.taken=delay:300*20', 'database.commit=delay:120*60']),
  failpointCase('transactions fail before their commit', 'full', () => ['database.commit=throw@40*4']),
  faultDuringLoadCase('the database stands still for ten seconds', 'full', pauseDatabase),
  connectionFaultCase('the payment service is slow', 'full', 'payments', { kind: 'delay', ms: 1_500 }, 8),
  connectionFaultCase('the payment service swallows every request', 'full', 'payments', { kind: 'hole' }, 8),
  connectionFaultCase(
    'the line to the payment service breaks in the middle of answers',
    'full',
    'payments',
    { kind: 'cut', bytes: 100 },
    5,
  ),
  connectionFaultCase('the mail server is very slow', 'full', 'mail', { kind: 'throttle', bytesPerSecond: 200 }, 6),
  connectionFaultCase(
    'the line to the mail server breaks in the middle',
    'full',
    'mail',
    { kind: 'cut', bytes: 97 },
    5,
  ),
  connectionFaultCase('the mail server swallows every request', 'full', 'mail', { kind: 'hole' }, 6),
  connectionFaultCase('the object store is down, and back', 'full', 'store', { kind: 'down' }, 4),
  connectionFaultCase('the object store is slow', 'full', 'store', { kind: 'delay', ms: 700 }, 8),
  connectionFaultCase(
    'the line to the object store breaks in the middle of answers',
    'full',
    'store',
    { kind: 'cut', bytes: 120 },
    4,
  ),
  connectionFaultCase('the object store swallows every request', 'full', 'store', { kind: 'hole' }, 6),
  wrongClockCase('the clock is six minutes fast', 'full', 360),
  wrongClockCase('the clock is six minutes slow', 'full', -360),
  slowSocketsCase,
  pausedProcessCase,
  fewFileDescriptorsCase,
  smallMemoryCase,
]
