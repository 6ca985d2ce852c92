import { createFileRoute } from '@tanstack/react-router'
import { linkPreviewImage, loadOrNotFound } from '#app/page-route.ts'
import { businessJsonLd } from '#domain/pages/structured-data.ts'
import { heroPreloads } from '#sections/hero/view.tsx'
import { hasFirstScreen, loadSections, SectionList } from '#sections/section-list.tsx'
import { pageHead } from '#web/head.ts'
import { sectionsQuery } from '#web/site/pages/sections-query.ts'

export const Route = createFileRoute('/_site/')({
  loader: async ({ context }) => {
    const { api, site } = context
    const found = await loadOrNotFound(context, sectionsQuery(api, 'home'))
    const sections = await loadSections({ api, site, load: (query) => loadOrNotFound(context, query) }, found)
    return { sections, opensWithPicture: found[0]?.kind === 'hero' }
  },
  head: ({ loaderData, match: { context } }) => {
    const { site } = context
    const { description, name } = site
    const page = {
      path: '/',
      title: name,
      description,
      image: linkPreviewImage(site, null),
      about: [businessJsonLd(site)],
    }
    const { links, ...head } = pageHead(site, page)
    return { ...head, links: loaderData ? [...links, ...heroPreloads(loaderData.sections[0])] : links }
  },
  component: HomePage,
})

function HomePage() {
  const { sections } = Route.useLoaderData()
  const { name } = Route.useRouteContext().site
  return (
    <>
      {!hasFirstScreen(sections) && <h1 className="sr-only">{name}</h1>}
      <SectionList sections={sections} />
    </>
  )
}
