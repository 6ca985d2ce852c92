import { ArrowUpRight } from 'lucide-react'
import type { PublicMedia } from '#api/site/media.ts'
import { lengthOf } from '#domain/media/length.ts'
import type { Player } from '#domain/media/player.ts'

const doing: Record<PublicMedia['kind'], string> = { video: 'Watch', audio: 'Listen' }

type Props = { item: PublicMedia; player: Player | null }

/** How long it is, and a plain way to where it lives: for those without scripts, and for those who decline the frame. */
export function AboutItem({ item, player }: Props) {
  const place = player?.kind === 'file' ? null : (player?.platform ?? URL.parse(item.source)?.hostname)
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-soft">
      {item.duration && (
        <span className="tabular-nums">
          <span className="sr-only">Length </span>
          {lengthOf(item.duration)}
        </span>
      )}
      {place && (
        <a
          href={item.source}
          rel="noopener"
          aria-label={`${doing[item.kind]} on ${place}: ${item.title}`}
          className="relative z-10 inline-flex min-h-11 items-center gap-1 font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-4"
        >
          {doing[item.kind]} on {place}
          <ArrowUpRight aria-hidden className="size-4" />
        </a>
      )}
    </p>
  )
}
