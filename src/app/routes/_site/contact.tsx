import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { ContactSection } from '#web/site/contact/contact-links.tsx'
import { contactQuery } from '#web/site/contact/contact-query.ts'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { contactPageQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/contact')({
  loader: async ({ context }) => {
    const [words, offer, around] = await Promise.all([
      loadOrNotFound(context, contactPageQuery(context.api)),
      loadOrNotFound(context, contactQuery(context.api)),
      loadSectionsAroundMain(context, 'contact'),
    ])
    return { words, offer, around, social: context.site.social }
  },
  head: createPageHead('/contact'),
  component: ContactPage,
})

function ContactPage() {
  const { words, around, ...ways } = Route.useLoaderData()
  return (
    <MainWithSections sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      <ContactSection {...ways} />
    </MainWithSections>
  )
}
