import { Pause, Play } from 'lucide-react'
import type { PublicMedia } from '#api/site/media.ts'
import { playerForSource } from '#domain/media/player.ts'
import { MediaItemDetails } from '#web/site/media/media-item-details.tsx'
import { PlatformConsent, PlatformFrame } from '#web/site/media/platform-player.tsx'
import { MediaPoster } from '#web/site/media/poster.tsx'
import { type ItemPlayer, takeFocus } from '#web/site/media/use-item-players.ts'
import { playSong, type Song, useIsPlaying } from '#web/site/previews/songs.ts'

type Props = {
  item: PublicMedia
  stage: ItemPlayer
  /** All recordings that are files of the site. */
  songs: readonly Song[]
}

/** One row of the list. A file of the site plays in the player of the site; that of a platform opens below the row. */
export function AudioItem({ item, stage, songs }: Props) {
  const player = playerForSource(item.source)
  const isFrame = player?.kind === 'frame'
  const isFile = player?.kind === 'file'
  const isClosed = stage.scene === 'closed' || stage.scene === 'declined'
  const at = songs.findIndex(({ clip }) => clip === item.source)
  const isHeard = useIsPlaying(songs.slice(at, at + 1)) && isFile
  const Icon = isHeard ? Pause : Play
  const hasButton = isFile || (isFrame && isClosed)
  return (
    <article className="border-line border-t py-5 lg:py-7">
      <div className="group relative grid grid-cols-[6.5rem_1fr] items-center gap-x-5 sm:grid-cols-[11rem_1fr] lg:grid-cols-[16rem_1fr] lg:gap-x-8">
        <div className="relative isolate aspect-square self-start overflow-clip bg-night sm:aspect-video">
          <MediaPoster item={item} sizes="(min-width: 1024px) 16rem, (min-width: 640px) 11rem, 6.5rem" />
          {hasButton && (
            <span className="absolute bottom-0 left-0 grid size-11 place-items-center bg-night text-on-night transition-colors group-hover:bg-action group-hover:text-on-action noscript:hidden">
              <Icon aria-hidden className="size-5 fill-current print:hidden" />
            </span>
          )}
        </div>
        <div className="min-w-0">
          <h3 className="poster-type text-3xl leading-[0.95] wrap-anywhere transition-colors group-hover:text-link lg:text-5xl">
            <bdi>{item.title}</bdi>
          </h3>
          {item.description && <p className="mt-2 max-w-prose text-soft wrap-anywhere">{item.description}</p>}
          <MediaItemDetails item={item} player={player} />
        </div>
        {hasButton && (
          <button
            type="button"
            aria-label={`${isHeard ? 'Pause' : 'Play'} ${item.title}`}
            ref={stage.scene === 'declined' ? takeFocus : undefined}
            onClick={isFile ? () => playSong(songs, at) : stage.play}
            className="absolute inset-0 cursor-pointer noscript:hidden"
          />
        )}
      </div>
      {isFrame && stage.scene === 'asks' && (
        <PlatformConsent platform={player.platform} stage={stage} className="mt-5" />
      )}
      {isFrame && stage.scene === 'plays' && (
        <PlatformFrame player={player} title={item.title} className="mt-5 w-full" />
      )}
      {isFile && (
        <noscript>
          {/* biome-ignore lint/a11y/useMediaCaption: the owner's own files; captions are not among what we keep */}
          <audio src={player.address} controls preload="none" aria-label={item.title} className="mt-4 w-full" />
        </noscript>
      )}
    </article>
  )
}
