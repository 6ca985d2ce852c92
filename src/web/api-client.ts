import { hc } from 'hono/client'
import type { Api } from '#api/api.ts'

export type ApiClient = ReturnType<typeof hc<Api>>

/** In the browser `fetch` crosses the network; during server rendering it is the API itself. */
export const createApiClient = (origin: string, fetch?: typeof globalThis.fetch): ApiClient =>
  hc<Api>(origin, { fetch })
