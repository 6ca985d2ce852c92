import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { CallbackPage } from '#web/site/accounts/callback-page.tsx'

const text = z.catch(z.optional(z.string()), undefined)

export const Route = createFileRoute('/_site/auth/callback')({
  validateSearch: z.object({ site: text, token: text }),
  headers: () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }),
  head: () => ({
    meta: [
      { title: 'Confirm your address' },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: () => <CallbackPage {...Route.useSearch()} />,
})
