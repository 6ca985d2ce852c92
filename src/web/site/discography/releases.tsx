import { releaseKindLabels } from '#domain/pages/content.ts'
import { ReleaseShopLink } from '#web/site/discography/release-shop-link.tsx'
import type { ReleaseAnswer } from '#web/site/pages/pages-query.ts'
import { PlayRecordButton, TrackLine } from '#web/site/previews/play-button.tsx'
import { songsOfRelease } from '#web/site/previews/songs.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

export function Releases({ releases }: { releases: ReleaseAnswer[] }) {
  return (
    <ol className="page-edge grid gap-y-24 pb-section">
      {releases.map((release, index) => (
        <li key={release.slug} id={release.slug} className="scroll-mt-8">
          <article className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] print:grid-cols-[5cm_minmax(0,1fr)]">
            {release.cover && (
              <Picture
                picture={release.cover}
                sizes="(min-width: 1024px) 42vw, 92vw"
                priority={index === 0}
                className="w-full self-start"
              />
            )}
            <div className="lg:only:col-span-2">
              <p className="font-semibold text-highlight-ink">
                {release.year} · {releaseKindLabels[release.kind]}
                {release.tracks.length > 0 && ` · ${release.runningTime}`}
              </p>
              <h2 className="poster-type mt-2 text-heading">{release.title}</h2>
              <p className="mt-6 max-w-prose text-lede empty:hidden">{release.text}</p>
              <p className="mt-8 flex flex-wrap gap-4 empty:hidden">
                <ReleaseShopLink release={release} />
                <PlayRecordButton songs={songsOfRelease(release)} />
              </p>
              <ReleaseLinks links={release.links} />
              <ol className="mt-8 max-w-xl">
                {release.tracks.map((track, i) => (
                  <TrackLine
                    // biome-ignore lint/suspicious/noArrayIndexKey: two tracks may have the same title, and their order is fixed
                    key={i}
                    number={i + 1}
                    track={track}
                    songs={songsOfRelease(release)}
                    className="border-line border-t py-2.5"
                  />
                ))}
              </ol>
              <p className="mt-6 max-w-prose text-sm text-soft empty:hidden">{release.credits}</p>
            </div>
          </article>
        </li>
      ))}
    </ol>
  )
}

/** Where the record can be heard elsewhere. */
function ReleaseLinks({ links }: Pick<ReleaseAnswer, 'links'>) {
  if (!links.length) return null
  return (
    <ul aria-label="Listen elsewhere" className="mt-6 flex flex-wrap gap-x-5">
      {links.map(({ address, label }) => (
        <li key={address}>
          <a
            href={address}
            rel="noopener"
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
