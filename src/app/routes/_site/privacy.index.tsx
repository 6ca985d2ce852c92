import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { headAt } from '#app/page-head.ts'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPage } from '#web/site/pages/written-page.tsx'
import { CookieChoice } from '#web/site/privacy/cookie-choice.tsx'
import { ExportForm } from '#web/site/privacy/export-form.tsx'

export const Route = createFileRoute('/_site/privacy/')({
  loader: async ({ context }) => ({ words: await load(context, writtenPageQuery(context.api, 'privacy')) }),
  head: headAt('/privacy'),
  component: PrivacyPage,
})

function PrivacyPage() {
  return (
    <WrittenPage {...Route.useLoaderData().words}>
      <div className="mt-24 grid gap-x-16 gap-y-20 lg:grid-cols-2">
        <ExportForm />
        <CookieChoice />
      </div>
    </WrittenPage>
  )
}
