import { Pause, Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { sellsDigital } from '#domain/sites/features.ts'
import { currentSongs, playSong, type Song, useIsPlaying } from '#web/site/previews/songs.ts'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const Player = lazy(async () => ({ default: (await import('#web/site/previews/player.tsx')).Player }))

/** Shows the player once the visitor has pressed play. It stays from page to page. */
export const LazyPlayer = () => <Suspense>{currentSongs.use() && <Player />}</Suspense>

type Props = { songs: readonly Song[] }

/** Plays the first song of a record, or stops the one that plays. */
export function PlayRecordButton({ songs }: Props) {
  const isHeard = useIsPlaying(songs)
  if (!songs[0]) return null
  const Icon = isHeard ? Pause : Play
  const word = isHeard ? 'Pause' : 'Listen'
  return (
    <button
      type="button"
      aria-label={`${word}: ${songs[0].from}`}
      onClick={() => playSong(songs, isHeard ? songs.findIndex(isCurrent) : 0)}
      className={`${buttonClass({ variant: 'quiet' })} noscript:hidden`}
    >
      <Icon aria-hidden className="size-5 fill-current" />
      {word}
    </button>
  )
}

const isCurrent = ({ clip }: Song) => {
  const current = currentSongs.get()
  return current?.songs[current.at]?.clip === clip
}

type TrackLineProps = Props & {
  number: number
  track: { title: string; duration: string | null; clip: string | null }
  className: string
}

/** A line of a track list: play button or number, title and length. A track that cannot be heard says so. */
export function TrackLine({ number, track: { title, duration, clip }, songs, className }: TrackLineProps) {
  const hasPreviews = sellsDigital(useWebsite())
  return (
    <li className={`flex items-baseline gap-2 ${className}`}>
      <TrackNumber number={number} clip={clip} songs={songs} />
      <span className="min-w-0 grow">{title}</span>
      {!clip && hasPreviews && <span className="shrink-0 text-sm opacity-75">No preview</span>}
      {duration && <span className="text-sm tabular-nums opacity-75">{duration}</span>}
    </li>
  )
}

function TrackNumber({ number, clip, songs }: Props & { number: number; clip: string | null }) {
  const at = songs.findIndex((song) => song.clip === clip)
  const isHeard = useIsPlaying(songs.slice(at, at + 1))
  const Icon = isHeard ? Pause : Play
  return (
    <>
      <span
        aria-hidden
        className={`w-11 shrink-0 pl-1 text-sm tabular-nums opacity-75 ${clip ? 'hidden noscript:block' : ''}`}
      >
        {number}
      </span>
      {clip && (
        <button
          type="button"
          aria-label={`${isHeard ? 'Pause' : 'Play'} ${songs[at]?.title}`}
          onClick={() => playSong(songs, at)}
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
