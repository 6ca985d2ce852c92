/** The pictures of Setlight's site. */
import type { Site } from '../catalogue.ts'
import { backOfRoom, cueList } from './desk.ts'
import { eightFaders } from './faders.ts'
import { makeCard, makeHero, makeTallHero } from './hero.ts'
import { icon, wordmark } from './marks.ts'
import { club, fromTheGrid, pool } from './rooms.ts'

const mark = 'A lamp and the violet cone of its light.'

export const software: Site = {
  name: 'software',
  drawings: [
    { file: 'logo-light.svg', make: () => wordmark('light') },
    { file: 'logo-dark.svg', make: () => wordmark('dark') },
    { file: 'icon.svg', make: () => icon() },
  ],
  icons: [
    { file: 'icon-192.png', size: 192, alt: mark, make: () => icon() },
    { file: 'icon-512.png', size: 512, alt: mark, make: () => icon() },
    { file: 'apple-touch-icon.png', size: 180, alt: mark, make: () => icon(0) },
  ],
  pictures: [
    {
      file: 'hero.jpg',
      alt: 'A dark room with a small stage at its end: eight lamps send violet and teal beams down to a singer, and the floor mirrors them.',
      make: makeHero,
    },
    {
      file: 'hero-portrait.jpg',
      alt: 'Eight lamps above a small stage send violet and teal beams down to a singer; people stand before it in the dark.',
      make: makeTallHero,
    },
    {
      file: 'og.jpg',
      alt: 'The name Setlight in large letters beside a small stage in violet and teal light.',
      make: makeCard,
    },
    {
      file: 'gallery-01.jpg',
      alt: 'From the back of a room: the outline of a person at a laptop with the list of songs, and far away the stage it lights.',
      make: backOfRoom,
    },
    {
      file: 'gallery-02.jpg',
      alt: 'A singer with a guitar against the light, under teal and blue beams, with the heads of the audience before the stage.',
      make: club,
    },
    {
      file: 'gallery-03.jpg',
      alt: 'The cue list on a screen seen from very near and from the side; only the song that is playing is sharp.',
      make: cueList,
    },
    {
      file: 'gallery-04.jpg',
      alt: 'Eight faders in the dark, each with a ladder of violet or teal lights beside it.',
      make: eightFaders,
    },
    {
      file: 'gallery-05.jpg',
      alt: 'A stage floor from straight above: eight pools of coloured light overlap on the boards around one chair and a microphone.',
      make: fromTheGrid,
    },
    {
      file: 'gallery-06.jpg',
      alt: 'A band plays on the far side of a swimming pool, and the water carries its violet and teal lights to the near edge.',
      make: pool,
    },
  ],
}
