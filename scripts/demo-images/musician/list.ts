/** The pictures of Marlow Quay's site. */
import type { Site } from '../catalogue.ts'
import { lowWater, nightFerry, saltRadio, theLongFetch } from './covers.ts'
import { makeCard, makeHero, makeTallHero } from './hero.ts'
import { icon, signature, wordmark } from './marks.ts'

export const musician: Site = {
  name: 'musician',
  drawings: [
    { file: 'logo-light.svg', make: () => wordmark('light') },
    { file: 'logo-dark.svg', make: () => wordmark('dark') },
    { file: 'signature-light.svg', make: () => signature('light') },
    { file: 'signature-dark.svg', make: () => signature('dark') },
    { file: 'icon.svg', make: () => icon() },
  ],
  icons: [
    { file: 'icon-192.png', size: 192, alt: 'The Q of Marlow Quay as a porthole with a red lamp.', make: () => icon() },
    { file: 'icon-512.png', size: 512, alt: 'The Q of Marlow Quay as a porthole with a red lamp.', make: () => icon() },
    {
      file: 'apple-touch-icon.png',
      size: 180,
      alt: 'The Q of Marlow Quay as a porthole with a red lamp.',
      make: () => icon(0),
    },
  ],
  pictures: [
    {
      file: 'hero.jpg',
      alt: 'At night a person with a guitar case stands before the open, red-lit car deck of a ferry; the wet quay mirrors the light.',
      make: makeHero,
    },
    {
      file: 'hero-portrait.jpg',
      alt: 'A person with a guitar case stands before the open, red-lit car deck of a ferry that towers into the fog.',
      make: makeTallHero,
    },
    {
      file: 'og.jpg',
      alt: 'The name Marlow Quay in large letters beside a figure with a guitar case before a red-lit ferry.',
      make: makeCard,
    },
    {
      file: 'cover-night-ferry.jpg',
      alt: 'Sleeve of Night Ferry: the title glows as the lit decks of a ship, and its light runs down black water in amber and red.',
      make: nightFerry,
    },
    {
      file: 'cover-salt-radio.jpg',
      alt: 'Sleeve of Salt Radio: red and slate rings printed over each other like two radio stations on one frequency.',
      make: saltRadio,
    },
    {
      file: 'cover-the-long-fetch.jpg',
      alt: 'Sleeve of The Long Fetch: a sea of ruled lines that swells into the letters of the title under a red sun.',
      make: theLongFetch,
    },
    {
      file: 'cover-low-water.jpg',
      alt: 'Sleeve of Low Water: a red and white tide staff stands before mud flats in the last light, with a boat aground.',
      make: lowWater,
    },
  ],
}
