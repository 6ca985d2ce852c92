import { mediaFilePath } from '#domain/media/own-file.ts'
import type { DemoMedia } from '#sites/demo.ts'
import recorded from '#sites/musician/media/media.json' with { type: 'json' }

/** The address of one of the site's own pictures, as an administrator would have chosen it. */
const picture = (hash: string, name: string) => `/images/${hash}/${name}-1280.jpeg`

type Item = Omit<DemoMedia, 'position' | 'isPublished' | 'source' | 'duration'> & {
  /** In `sites/musician/media`. */
  file: keyof typeof recorded
}

const items: Item[] = [
  {
    file: 'night-ferry.webm',
    kind: 'video',
    title: 'Night Ferry',
    description: 'One take from the stern rail of the last boat, Harwich to the Hook, in February.',
    posterUrl: picture('5a250ca1486ec3aa', 'media-01'),
    posterAlt: 'Someone leans on the stern rail of a ship and looks back along a wake lit red by a lamp.',
  },
  {
    file: 'boathouse-session.webm',
    kind: 'video',
    title: 'The Boathouse Session',
    description: 'One song, one microphone, forty light bulbs. The owner of the boathouse wanted them all back.',
    posterUrl: picture('2d8886f903bd5f53', 'media-02'),
    posterAlt: 'Marlow Quay plays guitar on a stool in a dark room full of hanging bulbs.',
  },
  {
    file: 'salt-radio.mp3',
    kind: 'audio',
    title: 'Salt Radio',
    description: 'As it went out over the air, weather forecast and all.',
    posterUrl: picture('5fa0c69bf0de7235', 'media-03'),
    posterAlt: 'The words Leave the radio on till morning in red on a torn, flickering screen.',
  },
  {
    file: 'hook-of-holland.mp3',
    kind: 'audio',
    title: 'Hook of Holland, live',
    description: 'The last song of a long evening, with a field of people who knew it better than I did.',
    posterUrl: picture('799b7c6088216fb4', 'media-04'),
    posterAlt: 'A festival crowd before a wall of lamps that shows one huge red disc, with a singer in front of it.',
  },
  {
    file: 'last-train-no-connection.mp3',
    kind: 'audio',
    title: 'Last Train, No Connection',
    description: 'Sung into a telephone between Manningtree and Mistley.',
    posterUrl: picture('15e71b3202c2b2ed', 'media-05'),
    posterAlt: 'A traveller in profile at a train window; lights outside are drawn into red and amber lines.',
  },
  {
    file: 'cabin-4117.mp3',
    kind: 'audio',
    title: 'Cabin 4117, first tape',
    description: 'The demo. You can hear the kettle make up its mind.',
    posterUrl: picture('2c0c14b6a2d50798', 'media-06'),
    posterAlt: 'Two tape reels turn above a pair of glowing level meters and a red recording lamp.',
  },
]

/** What must be among the site's files for the items to play. */
export const demoMediaFiles: string[] = items.map(({ file }) => file)

export const demoMedia: DemoMedia[] = items.map(({ file, ...item }, position) => ({
  ...item,
  source: mediaFilePath(recorded[file].sha256, file),
  duration: Math.round(recorded[file].duration),
  position,
  isPublished: true,
}))
