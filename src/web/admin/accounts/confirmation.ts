import { confirmationHeader } from '#domain/accounts/session.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** A confirmation is not used in its last seconds: the request must arrive before it expires. */
const marginMs = 15_000

/** A confirmation lives only in the memory of the page, for a few minutes. */
const tokens = new WeakMap<ApiClient, { token: string; expiresAt: string }>()

export const getConfirmationStore = (api: ApiClient) => ({
  /** The headers of a confirmed request; null when the user must enter the password. */
  headers: (): Record<string, string> | null => {
    const held = tokens.get(api)
    return held && Date.parse(held.expiresAt) - marginMs > Date.now() ? { [confirmationHeader]: held.token } : null
  },
  request: async (json: { currentPassword: string; code?: string }): Promise<void> => {
    tokens.set(api, await unwrapResponse(api.api.auth.confirmation.$post({ json })))
  },
  drop: (): void => {
    tokens.delete(api)
  },
})
