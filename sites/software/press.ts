import type { PressQuote } from '#domain/pages/content.ts'

export const press: PressQuote[] = [
  {
    quote:
      'I handed it to a fifteen-year-old at four o’clock. She lit the school musical at seven. I have nothing to add except that I now have my evenings back.',
    source: 'Stagecraft in Schools',
    author: 'Lotte Vermaas',
    year: 2026,
    link: null,
  },
  {
    quote:
      'The first lighting program that admits it is being run by the person who also sells the drinks. Pulling out the interface in mid-show did nothing at all, which is the highest praise I have.',
    source: 'Backline Monthly',
    author: 'Duncan Ferrey',
    year: 2025,
    link: null,
  },
  {
    quote: 'Two universes and not one channel more. It is a relief to meet software that knows what it is for.',
    source: 'The Dimmer Room',
    author: null,
    year: 2025,
    link: null,
  },
  {
    quote:
      'We toured eleven clubs with eight lamps and a laptop, and in every one of them somebody asked who our lighting designer was.',
    source: 'Gigging on a Budget',
    author: 'Sanna Lindqvist',
    year: 2024,
    link: null,
  },
]
