import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Fetches a puzzle of our own server and has it solved beside the page. */
export const solveAltcha = async (api: ApiClient, signal: AbortSignal): Promise<string> =>
  solved(await answerOf(api.api.contact.challenge.$get(undefined, { init: { signal } })), signal)

export async function solved(challenge: object, signal: AbortSignal): Promise<string> {
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
