import { Link, useRouter } from '@tanstack/react-router'
import { Pause, Play, SkipBack, SkipForward, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDuration } from '#domain/media/length.ts'
import { parsePreviewClipPath } from '#domain/previews/preview.ts'
import { playerTexts } from '#domain/texts/own-words.ts'
import {
  currentClipInfo,
  hasPlaybackFailed,
  playAdjacentSong,
  playPrevious,
  setMediaSession,
  watchPlayback,
} from '#web/site/previews/playback.ts'
import { audioElement, currentSongs, isPlaying, playSong, type Song } from '#web/site/previews/songs.ts'
import { BoxedPicture } from '#web/ui/pictures/boxed-picture.tsx'
import { Waveform } from '#web/ui/pictures/waveform.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The player at the bottom edge, loaded when the visitor presses play for the first time. */
export function Player() {
  const { api } = useRouter().options.context
  const { name: artist } = useWebsite()
  const current = currentSongs.use()
  const [plays, failed] = [isPlaying.use(), hasPlaybackFailed.use()]
  const box = useRef<HTMLElement>(null)
  useEffect(() => watchPlayback(api), [api])
  useEffect(pauseWithoutPlayer, [])
  useEffect(() => keepClear(box.current!), [])
  const song = current?.songs[current.at]
  useEffect(() => (song ? setMediaSession(song, artist) : undefined), [song, artist])
  if (!current || !song) return null
  const { songs, at } = current
  const Icon = plays ? Pause : Play
  const isPreview = parsePreviewClipPath(song.clip) !== null
  return (
    <section
      ref={box}
      aria-label="Player"
      data-still="player"
      className="fixed inset-x-0 bottom-0 z-30 border-action border-t-4 bg-night pb-[env(safe-area-inset-bottom)] text-on-night transition-[translate] duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out) starting:translate-y-full motion-reduce:transition-none"
    >
      <div className="page-edge grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 lg:grid-cols-[3.5rem_minmax(10rem,18rem)_auto_minmax(0,1fr)_auto] lg:gap-x-5">
        <BoxedPicture name="" picture={song.cover ?? undefined} sizes="3.5rem" className="aspect-square" />
        <Link to={song.target} className="group/song grid min-h-11 min-w-0 content-center">
          <bdi className="truncate font-semibold leading-tight">{song.title}</bdi>
          {failed ? (
            <span role="alert" className="text-sm">
              {isPreview ? playerTexts.failed : playerTexts.recordingFailed}
            </span>
          ) : (
            <span className="truncate text-on-night-soft text-sm">
              {isPreview && `${playerTexts.preview} · `}
              <span className="underline underline-offset-2 group-hover/song:no-underline">{song.from}</span>
            </span>
          )}
        </Link>
        <div className="flex items-center">
          <PlayerButton
            label="Previous"
            isOff={false}
            onPress={playPrevious}
            className={songs.length > 1 ? 'max-sm:hidden' : 'hidden'}
          >
            <SkipBack aria-hidden className="size-5 fill-current" />
          </PlayerButton>
          <PlayerButton
            label={`${plays ? 'Pause' : 'Play'} ${song.title}`}
            onPress={() => playSong(songs, at)}
            className="bg-action text-on-action hover:bg-action-strong"
          >
            <Icon aria-hidden className="size-5 fill-current" />
          </PlayerButton>
          <PlayerButton
            label="Next"
            isOff={at + 1 >= songs.length}
            onPress={() => playAdjacentSong(1)}
            className={songs.length > 1 ? '' : 'hidden'}
          >
            <SkipForward aria-hidden className="size-5 fill-current" />
          </PlayerButton>
          <PlayerButton label="Close the player" onPress={close} className="lg:hidden">
            <X aria-hidden className="size-5" />
          </PlayerButton>
        </div>
        <Seek key={song.clip} song={song} />
        <PlayerButton label="Close the player" onPress={close} className="max-lg:hidden">
          <X aria-hidden className="size-5" />
        </PlayerButton>
      </div>
      <p role="status" className="sr-only">
        {plays ? `${isPreview ? playerTexts.preview : playerTexts.playing}: ${song.title}, ${song.from}` : ''}
      </p>
    </section>
  )
}

type PressProps = { label: string; isOff?: boolean; onPress: () => void; className?: string; children: ReactNode }

const PlayerButton = ({ label, isOff = false, onPress, className = '', children }: PressProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={isOff}
    onClick={onPress}
    className={`grid size-11 shrink-0 cursor-pointer place-items-center transition-colors disabled:cursor-default disabled:opacity-40 ${className}`}
  >
    {children}
  </button>
)

const standIn = Array.from({ length: 96 }, () => 40)

/** The position in the clip. The waveform lies below a native slider, which works with keys and touch. */
function Seek({ song }: { song: Song }) {
  const audio = audioElement()
  const known = currentClipInfo.use()
  const [now, setNow] = useState(audio.currentTime)
  useEffect(() => {
    const look = () => setNow(audio.currentTime)
    for (const event of ['timeupdate', 'seeked']) audio.addEventListener(event, look)
    return () => {
      for (const event of ['timeupdate', 'seeked']) audio.removeEventListener(event, look)
    }
  }, [audio])
  const length = (Number.isFinite(audio.duration) && audio.duration) || known?.length || 30
  const peaks = known?.peaks.length ? known.peaks : standIn
  const part = Math.min(1, now / length)
  return (
    <div className="max-lg:col-span-3 flex items-center gap-3 text-on-night-soft text-sm tabular-nums">
      <span aria-hidden>{formatDuration(Math.floor(now))}</span>
      <div className="relative h-11 min-w-0 grow has-focus-visible:outline-3 has-focus-visible:outline-(color:--focus-ring)">
        <Waveform peaks={peaks} className="absolute inset-0 size-full opacity-50" />
        <div className="absolute inset-0 text-highlight" style={{ clipPath: `inset(0 ${(1 - part) * 100}% 0 0)` }}>
          <Waveform peaks={peaks} className="size-full" />
        </div>
        <input
          type="range"
          aria-label={`Where in ${song.title}`}
          aria-valuetext={`${formatDuration(Math.floor(now))} of ${formatDuration(Math.round(length))}`}
          min={0}
          max={Math.floor(length)}
          step={1}
          value={Math.floor(now)}
          onChange={({ target }) => {
            audio.currentTime = Number(target.value)
            setNow(Number(target.value))
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      <span aria-hidden>{formatDuration(Math.round(length))}</span>
    </div>
  )
}

let places = 0

/** Playback stops when the visitor leaves the public pages; from page to page it continues. */
function pauseWithoutPlayer(): () => void {
  places++
  return () => {
    places--
    setTimeout(() => places || audioElement().pause())
  }
}

function close(): void {
  audioElement().pause()
  currentSongs.set(null)
}

/** Moves other bars at the bottom edge above the player, and pads the page. */
function keepClear(box: HTMLElement): () => void {
  const { style } = document.documentElement
  const measured = new ResizeObserver(() => style.setProperty('--bottom-bar', `${box.offsetHeight}px`))
  measured.observe(box)
  return () => {
    measured.disconnect()
    style.removeProperty('--bottom-bar')
  }
}
