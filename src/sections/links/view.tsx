import { lazy, Suspense } from 'react'
import type { LabelledLink } from '#domain/pages/content.ts'
import type { SectionOf } from '#sections/kinds.ts'
import { SectionBox } from '#sections/section-box.tsx'
import type { SectionView } from '#sections/section-view.ts'

const LinkList = lazy(async () => ({ default: (await import('#web/site/pages/link-list.tsx')).LinkList }))

/** `link` is null while nothing is open there. */
type ShownLinks = Omit<SectionOf<'links'>, 'entries'> & { entries: { link: LabelledLink | null }[] }

export const view: SectionView<ShownLinks, undefined> = {
  View: ({ section: { heading, entries } }) => {
    const open = entries.flatMap(({ link }) => link ?? [])
    return (
      open.length > 0 && (
        <SectionBox heading={heading}>
          <Suspense>
            <LinkList links={open} />
          </Suspense>
        </SectionBox>
      )
    )
  },
}
