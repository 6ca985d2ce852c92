import { type RefObject, useEffect, useRef } from 'react'
import type { PublicMedia } from '#api/site/media.ts'
import { type Stage, takeFocus } from '#web/site/media/use-stage.ts'

type Props = {
  item: Pick<PublicMedia, 'kind' | 'title'>
  address: string
  stage: Stage
  /** Starts at once and takes the focus. */
  begins?: boolean
  className: string
}

/** A file of the site in the native player. Nothing loads before play. */
export function OwnPlayer({ item, address, stage, begins = false, className }: Props) {
  const player = useRef<HTMLMediaElement>(null)
  const isOn = stage.scene === 'plays'
  useEffect(() => {
    if (!isOn) player.current?.pause()
  }, [isOn])
  useEffect(() => {
    if (!begins) return
    takeFocus(player.current)
    // When the browser blocks autoplay, the visitor uses the play button.
    player.current?.play().catch(() => {})
  }, [begins])
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
  return <video ref={player as RefObject<HTMLVideoElement>} {...common} playsInline />
  // biome-ignore-end lint/a11y/useMediaCaption: see above
}
