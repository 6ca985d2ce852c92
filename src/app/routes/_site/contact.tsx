import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { headAt } from '#app/page-head.ts'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { contactPageQuery } from '#web/site/pages/pages-query.ts'
import { SocialLinks } from '#web/site/shell/social-links.tsx'

export const Route = createFileRoute('/_site/contact')({
  loader: async ({ context }) => ({
    words: await load(context, contactPageQuery(context.api)),
    social: context.site.social,
  }),
  head: headAt('/contact'),
  component: ContactPage,
})

function ContactPage() {
  const { words, social } = Route.useLoaderData()
  return (
    <>
      <PageTitle title={words.title} intro={words.intro} />
      <SocialLinks links={social} className="page-edge pb-section" />
    </>
  )
}
