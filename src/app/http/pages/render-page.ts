import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, transformReadableStreamWithRouter } from '@tanstack/react-router/ssr/server'
import { type HandlerCallback, StartServer } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

type Context = Parameters<HandlerCallback<AnyRouter>>[0]
type ReportError = (error: unknown) => void

/**
 * A page is sent when all of it is there, with the data that its scripts begin with: each piece of a stream
 * would cost the process something of its own. `failed` hears of each part that threw, also when the page does without.
 */
export async function renderPage(
  { request, router, responseHeaders }: Context,
  failed: ReportError,
): Promise<Response> {
  const { signal } = request
  try {
    await waitForLoopTurn()
    signal.throwIfAborted()
    const html = await renderToBytes(router, { signal, failed })
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(html)
        controller.close()
      },
    })
    const status = getSsrStatus(router)
    // Ends when the router has handed over its data, and not before.
    const page = await buffer(transformReadableStreamWithRouter(router, stream, { signal }))
    return new Response(new Uint8Array(page), { status, headers: responseHeaders })
  } finally {
    router.serverSsr?.cleanup()
  }
}

let lastLoopTurn: Promise<unknown> = Promise.resolve()

/** Starts one render per event-loop turn, so that other requests are accepted in between: React does not pause. */
function waitForLoopTurn(): Promise<unknown> {
  const ours = lastLoopTurn
  lastLoopTurn = ours.then(() => turn())
  return ours
}

type Rendering = { signal: AbortSignal; failed: ReportError }

function renderToBytes(router: Context['router'], { signal, failed }: Rendering): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    const sink = new Writable({
      write: (piece: Buffer, _, written) => {
        pieces.push(piece)
        written()
      },
      final: (written) => {
        resolve(Buffer.concat(pieces))
        written()
      },
    })
    const { pipe, abort } = renderToPipeableStream(createElement(StartServer, { router }), {
      nonce: router.options.ssr?.nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        if (!signal.aborted) pipe(sink)
      },
      onShellError: reject,
      onError: (error) => void failed(error),
    })
    const stop = () => {
      reject(signal.reason)
      abort(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
