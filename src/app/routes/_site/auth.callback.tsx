import { createFileRoute } from '@tanstack/react-router'
import { createNoIndexHead } from '#app/page-route.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { VerifyEmailPage } from '#web/site/accounts/verify-email-page.tsx'

const text = textParam()

export const Route = createFileRoute('/_site/auth/callback')({
  validateSearch: createSearchReader({ site: text, token: text }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: createNoIndexHead('/auth/callback', { secret: true }),
  component: () => <VerifyEmailPage {...Route.useSearch()} />,
})
