import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { linkPreviewImage, loadOrNotFound } from '#app/page-route.ts'
import { canBeOwnPagePath } from '#domain/sites/pages.ts'
import { heroPreloads } from '#sections/hero/view.tsx'
import { hasFirstScreen, loadSections, SectionList } from '#sections/section-list.tsx'
import { pageHead } from '#web/head.ts'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { ownPageQuery } from '#web/site/pages/sections-query.ts'

/** A page that the owner has made, or no page at all. */
export const Route = createFileRoute('/_site/$')({
  loader: async ({ context, params }) => {
    const address = `/${params._splat}`
    if (!canBeOwnPagePath(address)) throw notFound()
    const { api, site } = context
    const page = await loadOrNotFound(context, ownPageQuery(api, address.slice(1)))
    if (!page) throw notFound()
    if ('movedTo' in page) throw redirect({ href: page.movedTo, statusCode: 301 })
    const sections = await loadSections({ api, site, load: (query) => loadOrNotFound(context, query) }, page.sections)
    const { title, description, picture, isUnlisted } = page
    return {
      address,
      title,
      description,
      picture,
      isUnlisted,
      sections,
      opensWithPicture: page.sections[0]?.kind === 'hero',
    }
  },
  head: ({ loaderData: page, match: { context } }) => {
    if (!page) return {}
    const { site } = context
    const { address: path, title, description, picture } = page
    const { meta, links, ...head } = pageHead(site, {
      path,
      title,
      description,
      image: linkPreviewImage(site, picture),
    })
    return {
      ...head,
      meta: page.isUnlisted ? [...meta, { name: 'robots', content: 'noindex' }] : meta,
      links: [...links, ...heroPreloads(page.sections[0])],
    }
  },
  component: OwnPage,
})

function OwnPage() {
  const { title, sections } = Route.useLoaderData()
  return (
    <>
      {!hasFirstScreen(sections) && <PageTitle title={title} />}
      <SectionList sections={sections} />
    </>
  )
}
