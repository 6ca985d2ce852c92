import type { PublicMedia } from '#api/site/media.ts'
import { playerForSource } from '#domain/media/player.ts'
import { AudioItem } from '#web/site/media/audio-item.tsx'
import { useItemPlayers } from '#web/site/media/use-item-players.ts'
import { VideoItem } from '#web/site/media/video-item.tsx'
import type { Song } from '#web/site/previews/songs.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** Videos at full width, then audio as a list. */
export function MediaLists({ items }: { items: readonly PublicMedia[] }) {
  const stageOf = useItemPlayers()
  const { name } = useWebsite()
  const [videos, recordings] = [ofKind(items, 'video'), ofKind(items, 'audio')]
  const songs = recordings.flatMap((item) => songOf(item, name))
  return (
    <div className="grid gap-y-section pb-section">
      {videos.length > 0 && (
        <section>
          <h2 className="sr-only">Watch</h2>
          <ul className="grid gap-y-16 lg:gap-y-28">
            {videos.map((item, index) => (
              <li key={item.id} id={item.id} className="scroll-mt-24">
                <VideoItem item={item} stage={stageOf(item.id, serviceOf(item))} isFirst={index === 0} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {recordings.length > 0 && (
        <section className="page-edge">
          <h2 className="poster-type mb-8 text-heading lg:mb-12">Listen</h2>
          <ul>
            {recordings.map((item) => (
              <li key={item.id} id={item.id} className="scroll-mt-24">
                <AudioItem item={item} stage={stageOf(item.id, serviceOf(item))} songs={songs} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** What the player of the site shows of a recording; nothing for one at a platform. */
const songOf = ({ source, title, poster }: PublicMedia, from: string): Song[] =>
  playerForSource(source)?.kind === 'file' ? [{ title, from, clip: source, cover: poster, target: '/media' }] : []

function serviceOf({ source }: PublicMedia): string | null {
  const player = playerForSource(source)
  return player?.kind === 'frame' ? player.platform : null
}

const ofKind = (items: readonly PublicMedia[], kind: PublicMedia['kind']) => items.filter((item) => item.kind === kind)
