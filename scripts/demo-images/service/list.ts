/** The pictures of Felt & Hammer's site. */
import type { Site } from '../catalogue.ts'
import { feltFan } from './felt.ts'
import { tuningFork } from './fork.ts'
import { grandFromAbove } from './grand.ts'
import { makeCard, makeHero, makeTallHero } from './hammers.ts'
import { windowKeys } from './keys.ts'
import { icon, wordmark } from './marks.ts'
import { tuningPins } from './pins.ts'
import { northWindow } from './window.ts'

const mark = 'A piano hammer: white felt on a brass-coloured shank, on green.'

export const service: Site = {
  name: 'service',
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
      alt: 'A row of piano hammers in low sun: white felt over green, on wooden shanks, running away into the dark.',
      make: makeHero,
    },
    {
      file: 'hero-portrait.jpg',
      alt: 'The first of a row of piano hammers in low sun, sharp to its last fibre; the others run away into the dark.',
      make: makeTallHero,
    },
    {
      file: 'og.jpg',
      alt: 'The name Felt & Hammer in large letters beside a row of piano hammers in low sun.',
      make: makeCard,
    },
    {
      file: 'gallery-01.jpg',
      alt: 'Tuning pins with their coils of wire, very near, on a gold plate; strings run out of the sharp plane towards us.',
      make: tuningPins,
    },
    {
      file: 'gallery-02.jpg',
      alt: 'Piano keys in late sun; the bars of a window lie across ivory and ebony.',
      make: windowKeys,
    },
    {
      file: 'gallery-03.jpg',
      alt: 'A tuning fork on its wooden box before a green wall, its prongs blurred because it is still sounding.',
      make: tuningFork,
    },
    {
      file: 'gallery-04.jpg',
      alt: 'Strips of felt in green, red, cream and brown, fanned out under a brass rivet.',
      make: feltFan,
    },
    {
      file: 'gallery-05.jpg',
      alt: 'An open grand piano from straight above: black curve, gold iron, a fan of strings, and low sun across the floor.',
      make: grandFromAbove,
    },
    {
      file: 'gallery-06.jpg',
      alt: 'Against a tall arched window, the outline of a grand with its lid up and of a person who bends over its strings.',
      make: northWindow,
    },
  ],
}
