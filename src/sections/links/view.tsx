import type { Link } from '#domain/pages/content.ts'
import type { SectionOf } from '#sections/kinds.ts'
import { SectionBox } from '#sections/section-box.tsx'
import type { SectionView } from '#sections/section-view.ts'
import { SiteLink } from '#web/ui/site-link.tsx'

/** `link` is null while nothing is open there. */
type ShownLinks = Omit<SectionOf<'links'>, 'entries'> & { entries: { link: Link | null }[] }

export const view: SectionView<ShownLinks, undefined> = {
  View: ({ section: { heading, entries } }) => {
    const open = entries.flatMap(({ link }) => (link ? [link] : []))
    return (
      open.length > 0 && (
        <SectionBox heading={heading}>
          <ul className="page-edge max-w-4xl border-line border-t">
            {open.map(({ target, label }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same, and their order is fixed
              <li key={at} className="border-line border-b">
                <SiteLink
                  target={target}
                  className="group flex min-h-16 items-center justify-between gap-6 py-3 text-lede hover:text-link"
                >
                  <span className="wrap-anywhere">{label}</span>
                  <span aria-hidden>→</span>
                </SiteLink>
              </li>
            ))}
          </ul>
        </SectionBox>
      )
    )
  },
}
