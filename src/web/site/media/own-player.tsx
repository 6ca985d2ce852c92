import { type RefObject, useEffect, useRef } from 'react'
import type { PublicMedia } from '#api/media.ts'
import { plainAddress } from '#domain/images/addresses.ts'
import type { Stage } from '#web/site/media/use-stage.ts'

type Props = { item: PublicMedia; address: string; stage: Stage; className: string }

/** A file of the site's own in the browser's own player, which everyone knows how to use. Nothing loads before play. */
export function OwnPlayer({ item, address, stage, className }: Props) {
  const player = useRef<HTMLMediaElement>(null)
  const isOn = stage.scene === 'plays'
  useEffect(() => {
    if (!isOn) player.current?.pause()
  }, [isOn])
  const common = {
    src: address,
    controls: true,
    preload: 'none',
    onPlay: stage.take,
    'aria-label': item.title,
    className,
  } as const
  // biome-ignore-start lint/a11y/useMediaCaption: the owner's own files; captions are not among what we keep
  if (item.kind === 'audio') return <audio ref={player as RefObject<HTMLAudioElement>} {...common} />
  return (
    <video
      ref={player as RefObject<HTMLVideoElement>}
      {...common}
      playsInline
      poster={item.poster ? plainAddress(item.poster) : undefined}
    />
  )
  // biome-ignore-end lint/a11y/useMediaCaption: see above
}
