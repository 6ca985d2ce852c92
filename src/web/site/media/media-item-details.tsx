import { ArrowUpRight } from 'lucide-react'
import type { PublicMedia } from '#api/site/media.ts'
import { formatDuration } from '#domain/media/length.ts'
import type { PlayerSource } from '#domain/media/player.ts'

const verbs: Record<PublicMedia['kind'], string> = { video: 'Watch', audio: 'Listen' }

type Props = { item: PublicMedia; player: PlayerSource | null }

/** The duration and a link to the source, for visitors without scripts or who decline the embedded player. */
export function MediaItemDetails({ item, player }: Props) {
  const host = player?.kind === 'file' ? null : (player?.platform ?? URL.parse(item.source)?.hostname)
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-soft">
      {item.duration && (
        <span className="tabular-nums">
          <span className="sr-only">Length </span>
          {formatDuration(item.duration)}
        </span>
      )}
      {host && (
        <a
          href={item.source}
          rel="noopener"
          aria-label={`${verbs[item.kind]} on ${host}: ${item.title}`}
          className="relative z-10 inline-flex min-h-11 items-center gap-1 font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-4"
        >
          {verbs[item.kind]} on {host}
          <ArrowUpRight aria-hidden className="size-4" />
        </a>
      )}
    </p>
  )
}
