import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Fetches a puzzle of our own server and has it solved beside the page. */
export async function solveAltcha(api: ApiClient, signal: AbortSignal): Promise<string> {
  const challenge = await answerOf(api.api.contact.challenge.$get(undefined, { init: { signal } }))
  const worker = new Worker(new URL('./altcha-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) =>
        data ? resolve(data) : reject(new Error('unsolved'))
      worker.onerror = reject
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}
