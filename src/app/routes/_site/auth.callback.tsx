import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/page-route.ts'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { CallbackPage } from '#web/site/accounts/callback-page.tsx'

const text = textOf()

export const Route = createFileRoute('/_site/auth/callback')({
  validateSearch: searchReader({ site: text, token: text }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: unlistedHead('/auth/callback', { secret: true }),
  component: () => <CallbackPage {...Route.useSearch()} />,
})
