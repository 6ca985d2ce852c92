import { createFileRoute } from '@tanstack/react-router'
import { headOfPage, load } from '#app/page-route.ts'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPage } from '#web/site/pages/written-page.tsx'
import { PrivacyChoices } from '#web/site/privacy/privacy-choices.tsx'

export const Route = createFileRoute('/_site/privacy/')({
  loader: async ({ context }) => ({ words: await load(context, writtenPageQuery(context.api, 'privacy')) }),
  head: headOfPage('/privacy'),
  component: PrivacyPage,
})

function PrivacyPage() {
  return (
    <WrittenPage {...Route.useLoaderData().words}>
      <PrivacyChoices />
    </WrittenPage>
  )
}
