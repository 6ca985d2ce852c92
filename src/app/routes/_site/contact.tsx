import { createFileRoute } from '@tanstack/react-router'
import { headOfPage, load } from '#app/page-route.ts'
import { AroundMain, loadAround } from '#app/page-sections.tsx'
import { contactQuery } from '#web/site/contact/contact-query.ts'
import { ContactSection } from '#web/site/contact/contact-ways.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { contactPageQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/contact')({
  loader: async ({ context }) => {
    const [words, offer, around] = await Promise.all([
      load(context, contactPageQuery(context.api)),
      load(context, contactQuery(context.api)),
      loadAround(context, 'contact'),
    ])
    return { words, offer, around, social: context.site.social }
  },
  head: headOfPage('/contact'),
  component: ContactPage,
})

function ContactPage() {
  const { words, around, ...ways } = Route.useLoaderData()
  return (
    <AroundMain sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      <ContactSection {...ways} />
    </AroundMain>
  )
}
