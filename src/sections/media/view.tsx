import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { PublicMedia } from '#api/site/media.ts'
import type { SectionOf } from '#sections/kinds.ts'
import { SectionBox } from '#sections/section-box.tsx'
import type { SectionView } from '#sections/section-view.ts'
import { mediaQuery } from '#web/site/media/media-query.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

export const view: SectionView<SectionOf<'media'>, readonly PublicMedia[]> = {
  load: async ({ api, load }, { count }) => (await load(mediaQuery(api))).slice(0, count),
  View: ({ section: { heading }, data: items }) =>
    items.length > 0 && (
      <SectionBox heading={heading} more={{ target: '/media', label: 'All media' }}>
        <MediaTeasers items={items} />
      </SectionBox>
    ),
}

/** A few media items; they play on their own page. */
function MediaTeasers({ items }: { items: readonly PublicMedia[] }) {
  return (
    <ul className="page-edge max-sm:swipe-row grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
      {items.map(({ id, title, description, poster }) => (
        <li key={id} className="last:odd:sm:max-lg:col-span-2">
          <Link to="/media" hash={id} className="group block">
            <span className="relative block aspect-video overflow-clip bg-(image:--gradient-features) bg-night">
              {poster && (
                <Picture
                  picture={{ ...poster, alt: '' }}
                  sizes="(min-width: 1024px) 32vw, (min-width: 640px) 48vw, 100vw"
                  className="absolute inset-0"
                />
              )}
              <span className="absolute bottom-0 left-0 grid size-14 place-items-center bg-night text-on-night transition-colors group-hover:bg-action group-hover:text-on-action">
                <Play aria-hidden className="size-6 fill-current print:hidden" />
              </span>
            </span>
            <span className="poster-type mt-4 block text-3xl leading-none wrap-anywhere group-hover:text-link">
              <bdi>{title}</bdi>
            </span>
            {description && <span className="mt-2 block max-w-prose text-soft wrap-anywhere">{description}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
