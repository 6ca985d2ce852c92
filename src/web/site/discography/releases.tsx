import { ReleaseInShop } from '#web/site/discography/release-in-shop.tsx'
import type { ReleaseAnswer } from '#web/site/pages/pages-query.ts'
import { ListenButton, TrackLine } from '#web/site/previews/play-button.tsx'
import { songsOfRelease } from '#web/site/previews/songs.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

export function Releases({ releases }: { releases: ReleaseAnswer[] }) {
  return (
    <ol className="page-edge grid gap-y-24 pb-section">
      {releases.map((release, index) => (
        <li key={release.slug} id={release.slug} className="scroll-mt-8">
          <article className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
            <Picture
              picture={release.cover}
              sizes="(min-width: 1024px) 42vw, 92vw"
              priority={index === 0}
              className="w-full self-start"
            />
            <div>
              <p className="font-semibold text-highlight-ink">
                {release.year} · {kinds[release.kind]} · {release.runningTime}
              </p>
              <h2 className="poster-type mt-2 text-heading">{release.title}</h2>
              <p className="mt-6 max-w-prose text-lede">{release.text}</p>
              <p className="mt-8 flex flex-wrap gap-4 empty:hidden">
                <ReleaseInShop release={release} />
                <ListenButton songs={songsOfRelease(release)} />
              </p>
              <ol className="mt-8 max-w-xl">
                {release.tracks.map((track, i) => (
                  <TrackLine
                    key={track.title}
                    number={i + 1}
                    track={track}
                    songs={songsOfRelease(release)}
                    className="border-line border-t py-2.5"
                  />
                ))}
              </ol>
              <p className="mt-6 max-w-prose text-sm text-soft">{release.credits}</p>
            </div>
          </article>
        </li>
      ))}
    </ol>
  )
}

const kinds: Record<ReleaseAnswer['kind'], string> = { album: 'Album', EP: 'EP', single: 'Single' }
