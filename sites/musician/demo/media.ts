import type { MediaDraft } from '#sites/demo.ts'

/** The address of one of the site's own pictures, as an administrator would have chosen it. */
const picture = (hash: string, name: string) => `/images/${hash}/${name}-1280.jpeg`

const items: Omit<MediaDraft, 'position' | 'isPublished'>[] = [
  {
    kind: 'video',
    title: 'Night Ferry',
    description: 'One take from the stern rail of the last boat, Harwich to the Hook, in February.',
    source: 'https://vimeo.com/999999990117',
    duration: 276,
    posterUrl: picture('5a250ca1486ec3aa', 'media-01'),
    posterAlt: 'Someone leans on the stern rail of a ship and looks back along a wake lit red by a lamp.',
  },
  {
    kind: 'video',
    title: 'The Boathouse Session',
    description: 'Three songs, one microphone, forty light bulbs. The owner of the boathouse wanted them all back.',
    source: 'https://www.youtube.com/watch?v=MarlowQuay1',
    duration: 754,
    posterUrl: picture('2d8886f903bd5f53', 'media-02'),
    posterAlt: 'Marlow Quay plays guitar on a stool in a dark room full of hanging bulbs.',
  },
  {
    kind: 'audio',
    title: 'Salt Radio',
    description: 'As it went out over the air, weather forecast and all.',
    source: 'https://open.spotify.com/track/MarlowQuaySaltRadio022',
    duration: 234,
    posterUrl: picture('5fa0c69bf0de7235', 'media-03'),
    posterAlt: 'The words Leave the radio on till morning in red on a torn, flickering screen.',
  },
  {
    kind: 'audio',
    title: 'Hook of Holland, live',
    description: 'The last song of a long evening, with a field of people who knew it better than I did.',
    source: 'https://soundcloud.com/marlow-quay-example/hook-of-holland-live',
    duration: 431,
    posterUrl: picture('799b7c6088216fb4', 'media-04'),
    posterAlt: 'A festival crowd before a wall of lamps that shows one huge red disc, with a singer in front of it.',
  },
  {
    kind: 'audio',
    title: 'Last Train, No Connection',
    description: 'Sung into a telephone between Manningtree and Mistley.',
    source: 'https://soundcloud.com/marlow-quay-example/last-train-no-connection',
    duration: 290,
    posterUrl: picture('15e71b3202c2b2ed', 'media-05'),
    posterAlt: 'A traveller in profile at a train window; lights outside are drawn into red and amber lines.',
  },
  {
    kind: 'audio',
    title: 'Cabin 4117, first tape',
    description: 'The demo. You can hear the kettle make up its mind.',
    source: 'https://open.spotify.com/track/MarlowQuayCabin4117t01',
    duration: 202,
    posterUrl: picture('2c0c14b6a2d50798', 'media-06'),
    posterAlt: 'Two tape reels turn above a pair of glowing level meters and a red recording lamp.',
  },
]

export const demoMedia: MediaDraft[] = items.map((item, position) => ({ ...item, position, isPublished: true }))
