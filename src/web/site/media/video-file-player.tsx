import { useEffect, useRef } from 'react'
import { type ItemPlayer, takeFocus } from '#web/site/media/use-item-players.ts'

type Props = { title: string; address: string; stage: ItemPlayer; className: string }

/** A film of the site in the native player; it starts at once and takes the focus. */
export function VideoFilePlayer({ title, address, stage, className }: Props) {
  const player = useRef<HTMLVideoElement>(null)
  const isOn = stage.scene === 'plays'
  useEffect(() => {
    if (!isOn) player.current?.pause()
  }, [isOn])
  useEffect(() => {
    takeFocus(player.current)
    // When the browser blocks autoplay, the visitor uses the play button.
    player.current?.play().catch(() => {})
  }, [])
  return (
    // biome-ignore lint/a11y/useMediaCaption: the owner's own files; captions are not among what we keep
    <video
      ref={player}
      src={address}
      controls
      preload="none"
      onPlay={stage.take}
      aria-label={title}
      className={className}
      playsInline
    />
  )
}
