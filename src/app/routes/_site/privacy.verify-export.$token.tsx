import { createFileRoute } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { setResponseStatus } from '@tanstack/react-start/server'
import { createNoIndexHead } from '#app/page-route.ts'
import type { ApiClient } from '#web/api-client.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { VerifyExportPage } from '#web/site/privacy/verify-export-page.tsx'

/** The page that the mail about a data export leads to. The token in the address is secret. */
export const Route = createFileRoute('/_site/privacy/verify-export/$token')({
  loader: async ({ context, params }) => {
    const open = await isOpen(context.api, params.token)
    if (!open) answerGone()
    return { open }
  },
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: createNoIndexHead('/privacy/verify-export/$token', { secret: true }),
  component: VerifyExport,
})

function VerifyExport() {
  return <VerifyExportPage {...Route.useParams()} {...Route.useLoaderData()} />
}

/** Changes nothing. Text that cannot be a token is refused like an unknown token. */
async function isOpen(api: ApiClient, token: string): Promise<boolean> {
  try {
    return (await unwrapResponse(api.api.privacy.exports[':token'].$get({ param: { token } }))).open
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}

const answerGone = createIsomorphicFn()
  .server(() => setResponseStatus(410))
  .client(() => {})
