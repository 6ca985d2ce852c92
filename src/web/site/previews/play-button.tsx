import { Pause, Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { listen, listening, type Song, useIsHeard } from '#web/site/previews/songs.ts'
import { buttonClass } from '#web/ui/button.tsx'

const Player = lazy(async () => ({ default: (await import('#web/site/previews/player.tsx')).Player }))

/** Shows the player once the visitor has pressed play. It stays from page to page. */
export const PlayerPlace = () => <Suspense>{listening.use() && <Player />}</Suspense>

type Props = { songs: readonly Song[] }

/** Plays the first song of a record, or stops the one that plays. */
export function ListenButton({ songs }: Props) {
  const isHeard = useIsHeard(songs)
  if (!songs[0]) return null
  const Icon = isHeard ? Pause : Play
  const word = isHeard ? 'Pause' : 'Listen'
  return (
    <button
      type="button"
      aria-label={`${word}: ${songs[0].from}`}
      onClick={() => listen(songs, isHeard ? songs.findIndex(isCurrent) : 0)}
      className={`${buttonClass({ variant: 'quiet' })} noscript:hidden`}
    >
      <Icon aria-hidden className="size-5 fill-current" />
      {word}
    </button>
  )
}

const isCurrent = ({ clip }: Song) => {
  const current = listening.get()
  return current?.songs[current.at]?.clip === clip
}

/** The number of a track, or its play button. */
export function TrackNumber({ number, clip, songs }: Props & { number: number; clip: string | null }) {
  const at = songs.findIndex((song) => song.clip === clip)
  const isHeard = useIsHeard(songs.slice(at, at + 1))
  const Icon = isHeard ? Pause : Play
  return (
    <>
      <span aria-hidden className={`w-11 pl-1 text-sm tabular-nums opacity-75 ${clip ? 'hidden noscript:block' : ''}`}>
        {number}
      </span>
      {clip && (
        <button
          type="button"
          aria-label={`${isHeard ? 'Pause' : 'Play'} ${songs[at]?.title}`}
          onClick={() => listen(songs, at)}
          className="group/play -my-2.5 grid size-11 shrink-0 cursor-pointer place-items-center self-center noscript:hidden"
        >
          <span className="grid size-8 place-items-center bg-action text-on-action transition-colors group-hover/play:bg-action-strong">
            <Icon aria-hidden className="size-4 fill-current" />
          </span>
        </button>
      )}
    </>
  )
}
