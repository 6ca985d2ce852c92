import { confirmationHeader } from '#domain/accounts/confirmation.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

type Held = { token: string; expiresAt: string }
type Form = { currentPassword: string; code?: string }

/** A request that is begun with a confirmation has this long to arrive with it. */
const margin = 15_000

/** That somebody has confirmed who they are lives in the memory of the page and nowhere else, for a few minutes. */
const held = new WeakMap<ApiClient, Held>()

export const confirmationOf = (api: ApiClient) => ({
  /** What a request shows; null when the password must be asked for. */
  headers: (): Record<string, string> | null => {
    const kept = held.get(api)
    return kept && Date.parse(kept.expiresAt) - margin > Date.now() ? { [confirmationHeader]: kept.token } : null
  },
  ask: async (json: Form): Promise<void> => {
    held.set(api, await answerOf(api.api.auth.confirmation.$post({ json })))
  },
  drop: (): void => {
    held.delete(api)
  },
})
