import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { headAt } from '#app/page-head.ts'
import { contactQuery } from '#web/site/contact/contact-query.ts'
import { WaysToWrite } from '#web/site/contact/ways-to-write.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { contactPageQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/contact')({
  loader: async ({ context }) => {
    const [words, offer] = await Promise.all([
      load(context, contactPageQuery(context.api)),
      load(context, contactQuery(context.api)),
    ])
    return { words, offer, social: context.site.social }
  },
  head: headAt('/contact'),
  component: ContactPage,
})

function ContactPage() {
  const { words, ...ways } = Route.useLoaderData()
  return (
    <>
      <PageTitle title={words.title} intro={words.intro} />
      <WaysToWrite {...ways} />
    </>
  )
}
