import { Play } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { PublicMedia } from '#api/site/media.ts'
import { type PlayerSource, playerForSource } from '#domain/media/player.ts'
import { MediaItemDetails } from '#web/site/media/media-item-details.tsx'
import { PlatformConsent, PlatformFrame } from '#web/site/media/platform-player.tsx'
import { MediaPoster } from '#web/site/media/poster.tsx'
import { type ItemPlayer, takeFocus } from '#web/site/media/use-item-players.ts'
import { VideoFilePlayer } from '#web/site/media/video-file-player.tsx'

type Props = { item: PublicMedia; stage: ItemPlayer; isFirst: boolean }

/** The video at full width with its title below, readable while it plays. */
export function VideoItem({ item, stage, isFirst }: Props) {
  const player = playerForSource(item.source)
  return (
    <article>
      <Screen item={item} player={player} stage={stage} isFirst={isFirst} />
      <div className="page-edge grid gap-x-16 gap-y-3 pt-6 lg:grid-cols-[auto_1fr] lg:items-end">
        <h3 className="poster-type text-heading wrap-anywhere">
          <bdi>{item.title}</bdi>
        </h3>
        <div className="lg:justify-self-end">
          {item.description && <p className="max-w-prose wrap-anywhere">{item.description}</p>}
          <MediaItemDetails item={item} player={player} />
        </div>
      </div>
    </article>
  )
}

const screen = 'relative isolate aspect-video max-h-[85svh] w-full overflow-clip bg-night'
const wholeScreen = 'absolute inset-0 size-full'

function Screen({ item, player, stage, isFirst }: Props & { player: PlayerSource | null }) {
  const poster = <MediaPoster item={item} sizes="100vw" priority={isFirst} />
  if (!player) return <div className={screen}>{poster}</div>
  if (player.kind === 'file') return <OwnScreen item={item} address={player.address} stage={stage} poster={poster} />
  if (stage.scene === 'plays')
    return (
      <div className={screen}>
        <PlatformFrame player={player} title={item.title} className={wholeScreen} />
      </div>
    )
  return (
    <div className={`${screen} grid items-end`}>
      {poster}
      {stage.scene === 'asks' ? (
        <PlatformConsent
          platform={player.platform}
          stage={stage}
          className="relative max-w-2xl sm:m-(--spacing-edge)"
        />
      ) : (
        <PlayButton title={item.title} onClick={stage.play} ref={stage.scene === 'declined' ? takeFocus : undefined} />
      )}
    </div>
  )
}

type OwnProps = { item: PublicMedia; address: string; stage: ItemPlayer; poster: ReactNode }

/** The player replaces the poster on play and stays, so that the visitor can resume later. */
function OwnScreen({ item, address, stage, poster }: OwnProps) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    stage.take()
    setIsOpen(true)
  }
  return (
    <div className={screen}>
      {isOpen ? (
        <VideoFilePlayer title={item.title} address={address} stage={stage} className={wholeScreen} />
      ) : (
        <>
          {poster}
          <PlayButton title={item.title} onClick={open} />
          <noscript>
            {/* biome-ignore lint/a11y/useMediaCaption: the owner's own files; captions are not among what we keep */}
            <video src={address} controls preload="none" aria-label={item.title} className={wholeScreen} />
          </noscript>
        </>
      )}
    </div>
  )
}

const PlayButton = ({ title, ...button }: { title: string } & Pick<ComponentProps<'button'>, 'onClick' | 'ref'>) => (
  <button
    type="button"
    aria-label={`Play ${title}`}
    className="group absolute inset-0 cursor-pointer -outline-offset-4 noscript:hidden"
    {...button}
  >
    <span className="absolute bottom-0 left-(--spacing-edge) grid size-16 place-items-center bg-action text-on-action transition-colors group-hover:bg-action-strong sm:size-24 lg:size-32">
      <Play aria-hidden className="size-1/2 fill-current print:hidden" />
    </span>
  </button>
)
