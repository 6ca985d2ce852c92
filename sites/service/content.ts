import type { SiteContent } from '#domain/pages/content.ts'

export const content: SiteContent = {
  home: {
    hero: {
      line: 'Eighty-eight keys, put right by hand',
      image: 'hero.jpg',
      portrait: 'hero-portrait.jpg',
      action: { target: '/contact', label: 'Book a visit' },
    },
    intro: {
      heading: 'Your piano is probably better than it sounds',
      text: 'A piano has about twelve thousand parts, and most of them are wood, wool or leather. They swell, dry, wear and settle. When one no longer sounds like itself, something small has usually gone wrong many times over. We find it and put it right, in your front room if we can and in our workshop if we must.',
      image: null,
      action: { target: '/history', label: 'Who we are' },
    },
    headings: {
      highlights: 'What we do',
      gallery: 'On the bench',
      shop: 'Pianos looking for a home',
    },
    highlights: [
      {
        title: 'Tuning',
        text: 'An hour and a half at your house, £85 within ten miles of Leith. If it has not been tuned for years it may need two visits, and we tell you before the first.',
      },
      {
        title: 'Regulation',
        text: 'Setting every key, hammer and damper so that the action does what your fingers ask. A day’s work, and the one that surprises people most.',
      },
      {
        title: 'Voicing',
        text: 'Too bright, too dull, or one note that shouts: we needle or iron the felt until the piano speaks in one voice.',
      },
      {
        title: 'Restoration',
        text: 'New strings, hammers, soundboard repair, French polish. Three to nine months, with a written estimate and photographs along the way.',
      },
      {
        title: 'A second opinion',
        text: 'Buying one, or inheriting one? We look at it, play it, and write you an honest page about it for £60, even if the page says no.',
      },
    ],
  },
  pages: {
    tour: {
      title: 'Open workshop',
      description: 'Days on which the Felt & Hammer workshop in Leith is open to everyone.',
      intro: 'A few times a year we sweep the floor and open the big door.',
      empty: {
        text: 'No open day is planned just now, but the kettle is on if you ring first.',
        action: { target: '/contact', label: 'Ask to come by' },
      },
    },
    gallery: {
      title: 'On the bench',
      description:
        'Pianos before, during and after: actions, strings, soundboards and the odd thing found under the keys.',
      intro:
        'What is open at the moment, and a few that have gone home. We keep a drawer of the pencils, coins and milk teeth we find under the keys.',
      empty: {
        text: 'The bench is clear, which will not last.',
        action: { target: '/contact', label: 'Bring us something' },
      },
    },
    media: {
      title: 'Listen',
      description: 'Recordings of pianos before and after work by Felt & Hammer.',
      intro: 'The same piece on the same piano, before and after.',
      empty: {
        text: 'There is nothing to listen to here yet. Pianos are better in the room anyway.',
        action: { target: '/contact', label: 'Come and play one' },
      },
    },
    contact: {
      title: 'Book a visit',
      description:
        'Ask Felt & Hammer for a tuning, an estimate or a second opinion on a piano in Edinburgh and the Lothians.',
      intro:
        'Tell us the maker, roughly how old it is, when it was last tuned, and how many stairs there are. We answer within two working days with a date.',
    },
    shop: {
      title: 'Pianos',
      description:
        'Restored uprights and grands for sale from the Felt & Hammer workshop in Leith. Come and play them.',
      intro:
        'We sell five or six a year, all restored here. You cannot choose a piano by its picture, so there is no basket: write, come, and play.',
      empty: {
        text: 'Every piano we had has found a home. Two more are on the bench.',
        action: { target: '/contact', label: 'Tell us what you are looking for' },
      },
    },
  },
  notFound: {
    title: 'A missing key',
    text: 'There is no page at this address. Perhaps it has gone to be repaired.',
    action: { target: '/', label: 'Back to the workshop' },
    image: 'gallery-06.jpg',
  },
  releases: [],
  awards: [],
  press: [],
}
