import type { Player } from '#domain/media/player.ts'
import { takeFocus } from '#web/site/media/use-stage.ts'

type Props = { player: Extract<Player, { kind: 'frame' }>; title: string; className: string }

/** The embedded player of a platform. Some of them require a referrer. */
export function PlatformFrame({ player, title, className }: Props) {
  return (
    <iframe
      ref={takeFocus}
      src={player.address}
      title={`${title} (${player.platform})`}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      style={player.height ? { height: player.height } : undefined}
      className={className}
    />
  )
}
