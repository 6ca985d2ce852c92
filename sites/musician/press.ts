import type { PressQuote } from '#domain/pages/content.ts'

export const press: PressQuote[] = [
  {
    quote:
      'You do not so much listen to Night Ferry as stand on deck in it. By the last track the coast has come up without your noticing, and you are sorry.',
    source: 'The Harbour Review',
    author: 'Agnes Tolliver',
    year: 2026,
    link: null,
  },
  {
    quote:
      'The quietest loud band in the country. When the steel comes in during Force Seven, Easing, two hundred people forget to breathe out.',
    source: 'Small Rooms Quarterly',
    author: null,
    year: 2026,
    link: null,
  },
  {
    quote: 'Writes about a ticket office the way other people write about Paris.',
    source: 'Overtone',
    author: 'Piet van Dalen',
    year: 2023,
    link: null,
  },
  {
    quote:
      'Salt Radio could have been a museum piece. Instead it is funny, and then it is frightening, and then somebody reads the shipping forecast and you cry on a bus.',
    source: 'Needle & Groove',
    author: 'Camille Osei',
    year: 2023,
    link: null,
  },
  {
    quote: 'Nine songs, one voice, a window. Nothing this plain has any right to be this large.',
    source: 'The Eastern Lamp',
    author: null,
    year: 2020,
    link: null,
  },
]
