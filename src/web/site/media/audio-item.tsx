import { Play } from 'lucide-react'
import type { PublicMedia } from '#api/site/media.ts'
import { playerOf } from '#domain/media/player.ts'
import { AboutItem } from '#web/site/media/about-item.tsx'
import { OwnPlayer } from '#web/site/media/own-player.tsx'
import { PlatformFrame, PlatformQuestion } from '#web/site/media/platform-player.tsx'
import { Poster } from '#web/site/media/poster.tsx'
import { type Stage, takeFocus } from '#web/site/media/use-stage.ts'

/** One row of the list; the player opens below it. */
export function AudioItem({ item, stage }: { item: PublicMedia; stage: Stage }) {
  const player = playerOf(item.source)
  const isFrame = player?.kind === 'frame'
  const isClosed = stage.scene === 'closed' || stage.scene === 'declined'
  return (
    <article className="border-line border-t py-5 lg:py-7">
      <div className="group relative grid grid-cols-[6.5rem_1fr] items-center gap-x-5 sm:grid-cols-[11rem_1fr] lg:grid-cols-[16rem_1fr] lg:gap-x-8">
        <div className="relative isolate aspect-square self-start overflow-clip bg-night sm:aspect-video">
          <Poster item={item} sizes="(min-width: 1024px) 16rem, (min-width: 640px) 11rem, 6.5rem" />
          {isFrame && isClosed && (
            <span className="absolute bottom-0 left-0 grid size-11 place-items-center bg-night text-on-night transition-colors group-hover:bg-action group-hover:text-on-action noscript:hidden">
              <Play aria-hidden className="size-5 fill-current" />
            </span>
          )}
        </div>
        <div className="min-w-0">
          <h3 className="poster-type text-3xl leading-[0.95] wrap-anywhere transition-colors group-hover:text-link lg:text-5xl">
            <bdi>{item.title}</bdi>
          </h3>
          {item.description && <p className="mt-2 max-w-prose text-soft wrap-anywhere">{item.description}</p>}
          <AboutItem item={item} player={player} />
        </div>
        {isFrame && isClosed && (
          <button
            type="button"
            aria-label={`Play ${item.title}`}
            ref={stage.scene === 'declined' ? takeFocus : undefined}
            onClick={stage.play}
            className="absolute inset-0 cursor-pointer noscript:hidden"
          />
        )}
      </div>
      {isFrame && stage.scene === 'asks' && (
        <PlatformQuestion platform={player.platform} stage={stage} className="mt-5" />
      )}
      {isFrame && stage.scene === 'plays' && (
        <PlatformFrame player={player} title={item.title} className="mt-5 w-full" />
      )}
      {player?.kind === 'file' && (
        <OwnPlayer item={item} address={player.address} stage={stage} className="mt-4 w-full" />
      )}
    </article>
  )
}
