/** The pictures of Marlow Quay's site. */
import type { Site } from '../catalogue.ts'
import { chart } from './chart.ts'
import { nightFerry, saltRadio } from './covers.ts'
import { lens, porthole } from './glass.ts'
import { ferry, lighthouse, orb, wake } from './harbour.ts'
import { makeCard, makeHero, makeTallHero } from './hero.ts'
import { capsule, fretboard, keys } from './instruments.ts'
import { festival, hands, singer } from './live.ts'
import { icon, signature, wordmark } from './marks.ts'
import { dial, record } from './objects.ts'
import { beforeTheLamp, poster as guitarPoster } from './portraits.ts'
import { crane, flags, lyric } from './prints.ts'
import { hoodie, teeBlack, teeRed, tote } from './products/apparel.ts'
import { pin, poster } from './products/paper-and-pin.ts'
import { cassette, disc, vinyl } from './products/sound.ts'
import { soundcheck, underBulbs } from './rooms.ts'
import { lowWater, theLongFetch } from './sea-covers.ts'
import { reels } from './studio.ts'
import { trainWindow, windscreen } from './travel.ts'

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
    {
      file: 'portrait-1.jpg',
      alt: 'Marlow Quay in profile with a knitted cap and a turned-up collar, dark before a red lamp as large as a moon.',
      make: beforeTheLamp,
    },
    {
      file: 'portrait-2.jpg',
      alt: 'A printed poster of Marlow Quay on a stool, bent over a guitar, before a red disc of coarse dots.',
      make: guitarPoster,
    },
    {
      file: 'gallery-01.jpg',
      alt: 'Marlow Quay sings into a microphone with a guitar, seen from the side against red beams and one warm lamp.',
      make: singer,
    },
    {
      file: 'gallery-02.jpg',
      alt: 'A striped lighthouse throws four beams through the fog; its lamp lies on the sea in a broken line.',
      make: lighthouse,
    },
    {
      file: 'gallery-03.jpg',
      alt: 'A record with a red label turns under one lamp whose light fans out over the grooves.',
      make: record,
    },
    {
      file: 'gallery-04.jpg',
      alt: 'A road at night through a wet windscreen: red and white lamps as discs, drops on the glass, a dim dashboard.',
      make: windscreen,
    },
    {
      file: 'gallery-05.jpg',
      alt: 'A ferry with all its windows lit, mirrored in long streaks on black water.',
      make: ferry,
    },
    {
      file: 'gallery-06.jpg',
      alt: 'Raised hands in a crowd before a stage where a lone figure with a guitar stands in red and amber light.',
      make: hands,
    },
    { file: 'gallery-07.jpg', alt: 'Piano keys in low light, red from one side and amber from the other.', make: keys },
    {
      file: 'gallery-08.jpg',
      alt: 'A print of a harbour crane before a red moon made of dots, with mist around its feet.',
      make: crane,
    },
    {
      file: 'gallery-09.jpg',
      alt: 'Four signal flags in amber, red, white and slate that spell the word quay.',
      make: flags,
    },
    {
      file: 'gallery-10.jpg',
      alt: 'Fingers press down strings on a guitar neck, close and half in shadow, with stage lamps out of focus behind.',
      make: fretboard,
    },
    {
      file: 'gallery-11.jpg',
      alt: 'The steel mesh of a microphone in red and amber light before a hall of blurred lamps.',
      make: capsule,
    },
    {
      file: 'gallery-12.jpg',
      alt: 'Someone stands on a pier inside a globe of light drawn by a swung lamp, with sparks flying off over the water.',
      make: orb,
    },
    {
      file: 'gallery-13.jpg',
      alt: 'The glowing amber dial of an old radio with station names and a red needle.',
      make: dial,
    },
    {
      file: 'gallery-14.jpg',
      alt: 'The red glass lens of a harbour light, ring within ring around a burning lamp.',
      make: lens,
    },
    {
      file: 'gallery-15.jpg',
      alt: 'A brass porthole with raindrops on the pane and the lights of a harbour out of focus behind it.',
      make: porthole,
    },
    {
      file: 'gallery-16.jpg',
      alt: 'An empty stage before doors: an amplifier, a guitar, a stool and a keyboard in three pools of light.',
      make: soundcheck,
    },
    {
      file: 'media-01.jpg',
      alt: 'Someone leans on the stern rail of a ship and looks back along a wake lit red by a lamp.',
      make: wake,
    },
    {
      file: 'media-02.jpg',
      alt: 'Marlow Quay plays guitar on a stool in a dark room full of hanging bulbs.',
      make: underBulbs,
    },
    {
      file: 'media-03.jpg',
      alt: 'The words Leave the radio on till morning in red on a torn, flickering screen.',
      make: lyric,
    },
    {
      file: 'media-04.jpg',
      alt: 'A festival crowd before a wall of lamps that shows one huge red disc, with a singer in front of it.',
      make: festival,
    },
    {
      file: 'media-05.jpg',
      alt: 'A traveller in profile at a train window; lights outside are drawn into red and amber lines.',
      make: trainWindow,
    },
    {
      file: 'media-06.jpg',
      alt: 'Two tape reels turn above a pair of glowing level meters and a red recording lamp.',
      make: reels,
    },
    {
      file: 'tour.jpg',
      alt: 'A dark sea chart of the North Sea with a red route from Bergen to Göteborg and ports shown as lamps.',
      make: chart,
    },
    {
      file: 'product-tee-black.jpg',
      alt: 'Black T-shirt with the words Night Ferry and their reflection on water in cream and red.',
      make: teeBlack,
    },
    { file: 'product-tee-red.jpg', alt: 'Red T-shirt with the name Marlow Quay in cream letters.', make: teeRed },
    {
      file: 'product-hoodie.jpg',
      alt: 'Slate hoodie with pale cords and the porthole mark on the chest.',
      make: hoodie,
    },
    {
      file: 'product-vinyl-night-ferry.jpg',
      alt: 'The sleeve of Night Ferry with a black record sliding out of it.',
      make: vinyl,
    },
    {
      file: 'product-cd-salt-radio.jpg',
      alt: 'A jewel case with the cover of Salt Radio and the silver disc behind it.',
      make: disc,
    },
    {
      file: 'product-cassette-low-water.jpg',
      alt: 'A slate cassette labelled Low Water with red and amber stripes.',
      make: cassette,
    },
    {
      file: 'product-poster-2026.jpg',
      alt: 'The 2026 tour poster on two clips: a ferry before a red moon, with dates below.',
      make: poster,
    },
    {
      file: 'product-tote.jpg',
      alt: 'A natural canvas bag printed with four signal flags that spell quay.',
      make: tote,
    },
    {
      file: 'product-enamel-pin.jpg',
      alt: 'A round enamel pin of a lighthouse with golden lines, on a dark card.',
      make: pin,
    },
  ],
}
