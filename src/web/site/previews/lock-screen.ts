import { plainAddress } from '#domain/images/addresses.ts'
import { back, step } from '#web/site/previews/attend.ts'
import { listening, type Song, thePlayer } from '#web/site/previews/songs.ts'

/** What a phone shows while it is locked, and what the keys of a keyboard or of headphones do. */
export function onLockScreen(song: Song, artist: string): () => void {
  const { mediaSession } = navigator
  if (!mediaSession) return () => {}
  const audio = thePlayer()
  const artwork = song.cover ? [{ src: plainAddress(song.cover) }] : []
  mediaSession.metadata = new MediaMetadata({ title: song.title, artist, album: song.from, artwork })
  const current = listening.get()
  const isLast = !current?.songs[current.at + 1]
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {
    play: () => void audio.play(),
    pause: () => audio.pause(),
    previoustrack: back,
    nexttrack: isLast ? null : () => step(1),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) audio.currentTime = seekTime
    },
  }
  for (const [action, handler] of Object.entries(handlers))
    mediaSession.setActionHandler(action as MediaSessionAction, handler)
  return () => {
    mediaSession.metadata = null
    for (const action of Object.keys(handlers)) mediaSession.setActionHandler(action as MediaSessionAction, null)
  }
}
