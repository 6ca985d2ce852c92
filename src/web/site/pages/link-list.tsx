import type { LabelledLink } from '#domain/pages/content.ts'
import { SiteLink } from '#web/ui/site-link.tsx'

/** Large links, one below the other. */
export const LinkList = ({ links }: { links: readonly LabelledLink[] }) => (
  <ul className="page-edge max-w-4xl border-line border-t">
    {links.map(({ target, label }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same, and their order is fixed
      <li key={at} className="border-line border-b">
        <SiteLink
          target={target}
          className="flex min-h-16 items-center justify-between gap-6 py-3 text-lede hover:text-link"
        >
          <span className="wrap-anywhere">{label}</span>
          <span aria-hidden>→</span>
        </SiteLink>
      </li>
    ))}
  </ul>
)
