import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound } from '#app/page-route.ts'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPageView } from '#web/site/pages/written-page.tsx'
import { PrivacyChoices } from '#web/site/privacy/privacy-choices.tsx'

export const Route = createFileRoute('/_site/privacy/')({
  loader: async ({ context }) => ({ words: await loadOrNotFound(context, writtenPageQuery(context.api, 'privacy')) }),
  head: createPageHead('/privacy'),
  component: PrivacyPage,
})

function PrivacyPage() {
  return (
    <WrittenPageView {...Route.useLoaderData().words}>
      <PrivacyChoices />
    </WrittenPageView>
  )
}
