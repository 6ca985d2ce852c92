import { lazy, type ReactNode, Suspense } from 'react'
import { loadOrNotFound } from '#app/page-route.ts'
import type { SectionPage } from '#domain/sites/pages.ts'
import type { LoadedSection } from '#sections/section-view.ts'
import type { ApiClient } from '#web/api-client.ts'
import { sectionsQuery } from '#web/site/pages/sections-query.ts'
import type { PublicSiteData } from '#web/site-query.ts'

type Context = Parameters<typeof loadOrNotFound>[0] & { api: ApiClient; site: PublicSiteData }

/** Most standing pages have their fixed part only, and load no code of sections. */
const importSections = () => import('#sections/section-list.tsx')
const SectionList = lazy(async () => ({ default: (await importSections()).SectionList }))

/** The sections around the fixed part of a page; null where there are none. */
export async function loadSectionsAroundMain(
  context: Context,
  page: Exclude<SectionPage, 'home'>,
): Promise<readonly LoadedSection[] | null> {
  const sections = await loadOrNotFound(context, sectionsQuery(context.api, page))
  if (sections.every(({ kind }) => kind === 'main')) return null
  const { loadSections } = await importSections()
  const { api, site } = context
  return loadSections({ api, site, load: (query) => loadOrNotFound(context, query) }, sections)
}

/** The fixed part of a page with the sections of its owner before and after it. */
export function MainWithSections({
  sections,
  children,
}: {
  sections: readonly LoadedSection[] | null
  children: ReactNode
}) {
  if (!sections) return children
  const at = sections.findIndex(({ section }) => section.kind === 'main')
  return (
    <>
      <Suspense>
        <SectionList sections={sections.slice(0, at)} isBelowTitle />
      </Suspense>
      <div data-section="main">{children}</div>
      <Suspense>
        <SectionList sections={sections.slice(at + 1)} isBelowTitle />
      </Suspense>
    </>
  )
}
