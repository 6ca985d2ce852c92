import type { SiteContent } from '#domain/pages/content.ts'
import { press } from '#sites/software/press.ts'

export const content: SiteContent = {
  home: {
    hero: {
      line: 'Every song in its own light',
      image: 'hero.jpg',
      portrait: 'hero-portrait.jpg',
      action: { target: '/shop', label: 'See pricing' },
    },
    intro: {
      heading: 'For stages with eight lamps and one volunteer',
      text: 'Most lighting software is made for arenas. Setlight is made for the room above the pub, the school hall and the library on a Thursday. You arrange looks in the order of the set list, press the space bar when the song begins, and watch the band instead of the screen.',
      image: null,
      action: { target: '/media', label: 'Watch it being set up' },
    },
    headings: {
      highlights: 'What it does, and where it stops',
      media: 'Learn it in an evening',
      gallery: 'In the room',
      press: 'What people say',
      shop: 'Pay once',
    },
    highlights: [
      {
        title: 'A cue list that reads like a set list',
        text: 'Songs, not scene numbers. Drag one up when the band changes its mind, and everything that belongs to it moves along.',
      },
      {
        title: 'Rehearse without the rig',
        text: 'Place your lamps on a photograph of the stage and run the whole show on the train. What you see is close enough to trust.',
      },
      {
        title: 'Finds the lamps you have',
        text: 'More than 900 fixtures are described, from ten-year-old cans to this year’s bars. Anything else takes five minutes to describe yourself.',
      },
      {
        title: 'Keeps going',
        text: 'Pull the interface out and push it back in: the show goes on from the same cue. If the laptop dies, a second one takes over from the last key press.',
      },
      {
        title: 'No account, no cloud',
        text: 'A show is one file in your own folder. Setlight works without a network, and the licence is checked once, when you enter it.',
      },
      {
        title: 'Where it stops',
        text: 'Two universes, no pixel mapping, no timecode. If you need those, you need a bigger desk, and we will happily tell you which.',
      },
    ],
  },
  pages: {
    tour: {
      title: 'Events',
      description: 'Where to meet the people who make Setlight.',
      intro: 'Now and then we put up a table and a few lamps somewhere.',
      empty: {
        text: 'Setlight does not tour; it travels with those who do. No workshops are planned at the moment.',
        action: { target: '/media', label: 'Watch a guide instead' },
      },
    },
    gallery: {
      title: 'In use',
      description: 'Small stages lit with Setlight: clubs, school halls, churches and one swimming pool.',
      intro: 'Sent in by the people behind the laptop. Most of these rigs cost less than the drum kit.',
      empty: {
        text: 'No pictures yet. If your stage looks good, we would like to show it here.',
        action: { target: '/contact', label: 'Send us one' },
      },
    },
    media: {
      title: 'Guides',
      description: 'Short films that show how to set up Setlight, describe a lamp, write cues and survive a power cut.',
      intro: 'Each guide answers one question and is over in under six minutes.',
      empty: {
        text: 'The guides are being filmed again for the new version.',
        action: { target: '/contact', label: 'Ask your question' },
      },
    },
    contact: {
      title: 'Support',
      description: 'Ask the people who write Setlight. A developer answers, usually on the same working day.',
      intro:
        'Show night and something is wrong? Write "tonight" in the subject and we look at it first. Otherwise you hear from us on the next working day.',
    },
    shop: {
      title: 'Pricing',
      description: 'Setlight costs one payment and no subscription. Compare the Solo, House and School licences.',
      intro: 'One payment, every update for two years, and the last version you have keeps working for good.',
      empty: {
        text: 'Nothing is on sale this minute. We are probably changing a version number.',
        action: { target: '/contact', label: 'Ask us' },
      },
    },
    press: {
      title: 'Press',
      description: 'Reviews of Setlight and what theatre technicians, bands and teachers say about it.',
      intro: 'For logos, pictures and a licence to review, write to support and say for whom.',
      empty: {
        text: 'No reviews of this version yet.',
        action: { target: '/contact', label: 'Ask for a review licence' },
      },
    },
  },
  notFound: {
    title: 'No light on this one',
    text: 'There is nothing at this address. The page may have been renamed in the last version.',
    action: { target: '/', label: 'Back to the start' },
    image: 'gallery-05.jpg',
  },
  releases: [],
  awards: [],
  press,
}
