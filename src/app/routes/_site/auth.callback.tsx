import { createFileRoute } from '@tanstack/react-router'
import { sitePages } from '#domain/sites/pages.ts'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { CallbackPage } from '#web/site/accounts/callback-page.tsx'

const text = textOf()

export const Route = createFileRoute('/_site/auth/callback')({
  validateSearch: searchReader({ site: text, token: text }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: () => ({
    meta: [
      { title: sitePages['/auth/callback'].title },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: () => <CallbackPage {...Route.useSearch()} />,
})
