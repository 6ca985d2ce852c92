import { expect, test, vi } from 'vitest'
import { maxPictureBytes } from '#domain/images/upload.ts'
import { refusalMessages } from '#domain/refusal-messages.ts'
import { createPictureUploadQueue } from '#web/admin/ui/pictures/upload-queue.ts'
import { ApiError } from '#web/api-response.ts'

const file = (name: string, size = 10) => Object.defineProperty(new File(['x'], name), 'size', { value: size }) as File
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Sends that end when the test says so. */
function heldSends() {
  const open: { name: string; done: () => void; fail: (error: Error) => void; progress: (part: number) => void }[] = []
  const queue = createPictureUploadQueue(
    (sent, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        open.push({ name: sent.name, done: resolve, fail: reject, progress: onProgress })
        signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
      }),
  )
  const states = () => queue.list().map(({ name, state }) => `${name} ${state}`)
  return { queue, open, states }
}

test('the picture queue uploads two files at once, in the order of selection', async () => {
  const { queue, open, states } = heldSends()
  queue.add([file('a'), file('b'), file('c')])
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting'])
  open[0]!.done()
  await settled()
  expect(states()).toEqual(['a done', 'b sending', 'c sending'])
  expect(queue.isBusy()).toBe(true)
})

test('shows why an upload failed, allows a retry, and continues with the others', async () => {
  const { queue, open, states } = heldSends()
  queue.add([file('a'), file('b'), file('c')])
  open[0]!.fail(new ApiError(422, { error: 'This is no picture.', reason: 'picture-kind' }))
  await settled()
  expect(queue.list()[0]).toMatchObject({ state: 'failed', sentence: 'This is no picture.' })
  open[1]!.done()
  open[2]!.done()
  await settled()
  expect(states()).toEqual(['a failed', 'b done', 'c done'])
  queue.retry(queue.list()[0]!.id)
  open[3]!.done()
  await settled()
  queue.clearDone()
  expect(states()).toEqual([])
})

test('the picture queue does not send a file that is too large', async () => {
  const { queue, open } = heldSends()
  queue.add([file('huge', maxPictureBytes + 1)])
  await settled()
  expect(open).toEqual([])
  expect(queue.list()[0]).toMatchObject({ state: 'failed', sentence: refusalMessages['picture-too-large'] })
})

test('the picture queue reports progress in bytes to subscribers', () => {
  const { queue, open } = heldSends()
  const look = vi.fn()
  queue.subscribe(look)
  queue.add([file('a', 200)])
  open[0]!.progress(0.25)
  expect(queue.list()[0]!.sent).toBe(50)
  expect(look).toHaveBeenCalled()
})

test('removes a cancelled upload, and starts the next', async () => {
  const { queue, states } = heldSends()
  queue.add([file('a'), file('b'), file('c')])
  queue.dismiss(queue.list()[0]!.id)
  await settled()
  expect(states()).toEqual(['b sending', 'c sending'])
})

test('retries all failed uploads, and reports the number of failures at the end', async () => {
  const { queue, open, states } = heldSends()
  const ended = vi.fn()
  queue.whenDone(ended)
  queue.add([file('a'), file('b'), file('c')])
  open[0]!.fail(new Error('lost'))
  open[1]!.fail(new Error('lost'))
  await settled()
  expect(ended).not.toHaveBeenCalled()
  open[2]!.done()
  await settled()
  expect(ended.mock.calls).toEqual([[2]])
  queue.retryAll()
  expect(states()).toEqual(['a sending', 'b sending', 'c done'])
  open[3]!.done()
  open[4]!.done()
  await settled()
  expect(ended.mock.calls).toEqual([[2], [0]])
})
