import type { SectionOf } from '#sections/kinds.ts'
import type { SectionView } from '#sections/section-view.ts'
import { ReleaseShopLink } from '#web/site/discography/release-shop-link.tsx'
import { type ReleaseAnswer, releaseQuery } from '#web/site/pages/pages-query.ts'
import { PlayRecordButton, TrackLine } from '#web/site/previews/play-button.tsx'
import { songsOfRelease } from '#web/site/previews/songs.ts'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'

/** A record, on the site's own deep colours so that its cover is the brightest thing on the page. */
export const view: SectionView<SectionOf<'release'>, ReleaseAnswer | null> = {
  load: async ({ api, load }, { release }) => (await load(releaseQuery(api, release))).release,
  View: ({ section: { heading }, data: release }) => release && <ReleaseFeature heading={heading} release={release} />,
}

function ReleaseFeature({ heading, release }: { heading: string; release: ReleaseAnswer }) {
  const songs = songsOfRelease(release)
  return (
    <section className="bg-(image:--gradient-features) bg-night py-section text-on-gradient">
      <div className="page-edge grid gap-x-16 gap-y-6 sm:gap-y-10 lg:grid-cols-[1.1fr_1fr] lg:items-end">
        {release.cover && (
          <Picture
            picture={release.cover}
            sizes="(min-width: 1024px) 50vw, 92vw"
            className="w-full lg:-ml-[var(--spacing-edge)]"
          />
        )}
        <div className="lg:only:col-span-2">
          <p className="font-semibold">
            {heading} · {release.year}
          </p>
          <h2 className="poster-type mt-3 text-title">{release.title}</h2>
          <p className="mt-4 max-w-prose text-lede empty:hidden">{release.text}</p>
          <ol className="mt-5 max-w-prose sm:mt-8 sm:columns-2 sm:gap-10 max-sm:[&>:nth-child(n+6)]:hidden">
            {release.tracks.map((track, i) => (
              <TrackLine
                // biome-ignore lint/suspicious/noArrayIndexKey: two tracks may have the same title, and their order is fixed
                key={i}
                number={i + 1}
                track={track}
                songs={songs}
                className="break-inside-avoid border-current/25 border-b py-2"
              />
            ))}
          </ol>
          <p className="mt-6 flex flex-wrap gap-3 sm:mt-8 sm:gap-4">
            <ReleaseShopLink release={release} />
            <PlayRecordButton songs={songs} />
            <SiteLink target="/discography" className={buttonClass({ variant: 'quiet' })}>
              All records
            </SiteLink>
          </p>
        </div>
      </div>
    </section>
  )
}
