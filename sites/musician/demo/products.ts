import type { DemoProduct, DemoTrack } from '#sites/demo.ts'
import recorded from '#sites/musician/media/media.json' with { type: 'json' }

const sizes = ['S', 'M', 'L', 'XL', 'XXL']

type Recording = Extract<keyof typeof recorded, `${string}.mp3`>
const tracks = (...files: Recording[]): DemoTrack[] => files.map((file) => ({ file, peaks: recorded[file].peaks }))

/** The merch table: two things with sizes, records in three formats, music by the song, a bundle, a draft, a farewell. */
export const demoProducts: DemoProduct[] = [
  {
    name: 'Night Ferry, LP',
    slug: 'night-ferry',
    category: 'Records',
    price: 2_400,
    maxQuantity: 4,
    description: `Ten songs between two harbours, on **180 gram vinyl** in a heavy sleeve.

The sea-glass pressing is 500 copies, each a little different, because the green was stirred in by hand.

- Cut at half speed
- Lyrics on the inner sleeve
- The download comes with it, as a code on a luggage tag`,
    optionNames: ['Vinyl'],
    variants: [
      { options: ['Black'], stockQuantity: 84 },
      { options: ['Sea glass'], stockQuantity: 4, priceDifference: 400, maxQuantity: 1 },
    ],
    images: ['product-vinyl-night-ferry.jpg', 'cover-night-ferry.jpg'],
    isFeatured: true,
    status: 'published',
  },
  {
    name: 'Salt Radio, CD',
    slug: 'salt-radio',
    category: 'Records',
    price: 1_100,
    stockQuantity: 46,
    description: `The second album, with the forecasts between the songs left in.

In a jewel case, because you can mend one with a butter knife.`,
    images: ['product-cd-salt-radio.jpg', 'cover-salt-radio.jpg'],
    status: 'published',
  },
  {
    name: 'Low Water, cassette',
    slug: 'low-water',
    category: 'Records',
    price: 900,
    description: `Five songs on a four-track, back on the thing they were made on. *Third run of one hundred.*

Gone again. If enough of you write, there will be a fourth.`,
    images: ['product-cassette-low-water.jpg', 'cover-low-water.jpg'],
    status: 'published',
  },
  {
    name: 'The Long Fetch, download',
    slug: 'the-long-fetch',
    category: 'Downloads',
    productType: 'digital',
    vatKind: 'downloads',
    priceKind: 'from',
    price: 500,
    suggestedPrice: 700,
    description: `The title song and *Slack Water*, ahead of the other seven. MP3, with the cover.`,
    images: ['cover-the-long-fetch.jpg'],
    tracks: tracks('the-long-fetch.mp3', 'slack-water.mp3'),
    status: 'published',
  },
  {
    name: 'Hook of Holland, song',
    category: 'Downloads',
    productType: 'digital',
    vatKind: 'downloads',
    price: 100,
    description: `The last song on *Night Ferry*, all six minutes and forty-two seconds of it.`,
    images: ['cover-night-ferry.jpg'],
    tracks: tracks('hook-of-holland.mp3'),
    status: 'published',
  },
  {
    name: 'Night Ferry, download',
    category: 'Downloads',
    productType: 'digital',
    vatKind: 'downloads',
    price: 900,
    description: `All ten songs. MP3, with the cover.`,
    images: ['cover-night-ferry.jpg'],
    tracks: tracks(
      'foot-passengers.mp3',
      'night-ferry.mp3',
      'the-lights-of-the-other-side.mp3',
      'cabin-4117.mp3',
      'duty-free.mp3',
      'force-seven-easing.mp3',
      'letter-to-a-purser.mp3',
      'lorry-drivers-waltz.mp3',
      'breakfast-from-five.mp3',
      'hook-of-holland.mp3',
    ),
    status: 'published',
  },
  {
    name: 'Night Ferry tee',
    category: 'Clothing',
    price: 2_200,
    description: `Black organic cotton, printed in two colours by a man in Ipswich who will not be hurried. Cut straight; if you are between two sizes, take the larger one.`,
    optionNames: ['Size'],
    variants: sizes.map((size, at) => ({
      options: [size],
      stockQuantity: [12, 31, 27, 9, 3][at]!,
      priceDifference: size === 'XXL' ? 200 : 0,
    })),
    images: ['product-tee-black.jpg'],
    isFeatured: true,
    status: 'published',
  },
  {
    name: 'Marlow Quay tee',
    category: 'Clothing',
    price: 2_000,
    description: `The name, in cream, on the red of a port lamp. Two cuts.`,
    optionNames: ['Size', 'Cut'],
    variants: sizes
      .slice(0, 4)
      .flatMap((size, at) => [
        { options: [size, 'Straight'], stockQuantity: [6, 14, 11, 0][at]! },
        ...(size === 'XL' ? [] : [{ options: [size, 'Fitted'], stockQuantity: [8, 0, 5][at]! }]),
      ]),
    images: ['product-tee-red.jpg'],
    status: 'published',
  },
  {
    name: 'Porthole hoodie',
    category: 'Clothing',
    price: 4_500,
    maxQuantity: 2,
    description: `Heavy, slate, lined hood. Made for standing on deck and not going in.`,
    optionNames: ['Size'],
    variants: sizes.map((size, at) => ({ options: [size], stockQuantity: [3, 0, 7, 5, 2][at]! })),
    images: ['product-hoodie.jpg'],
    isFeatured: true,
    status: 'published',
  },
  {
    name: 'Tour poster 2026',
    category: 'Prints and things',
    price: 1_500,
    maxQuantity: 3,
    stockQuantity: 5,
    description: `The ferry and the red moon with every date on it, screen printed, 50 × 70 cm, rolled in a tube. Not signed, but bring it to a show and I will.`,
    images: ['product-poster-2026.jpg'],
    isFeatured: true,
    status: 'published',
  },
  {
    name: 'Signal flag bag',
    category: 'Prints and things',
    price: 1_200,
    stockQuantity: 38,
    description: `Natural canvas. The flags spell *quay*, or possibly "I require a pilot"; we have had letters.`,
    images: ['product-tote.jpg'],
    status: 'published',
  },
  {
    name: 'The whole crossing',
    category: 'Records',
    productType: 'bundle',
    price: 3_900,
    maxQuantity: 2,
    description: `The black LP, the poster, the bag to carry them in, and *Hook of Holland* for the way home.`,
    parts: [
      { product: 'night-ferry', options: ['Black'] },
      { product: 'tour-poster-2026' },
      { product: 'signal-flag-bag' },
      { product: 'hook-of-holland-song' },
    ],
    images: ['product-vinyl-night-ferry.jpg', 'product-poster-2026.jpg', 'product-tote.jpg'],
    status: 'published',
  },
  {
    name: 'Cabin 4117, song',
    category: 'Downloads',
    productType: 'digital',
    vatKind: 'downloads',
    price: 100,
    description: `From *Night Ferry*. The one with the kettle. Waiting for the radio edit.`,
    images: ['media-06.jpg'],
    tracks: tracks('cabin-4117.mp3'),
    status: 'draft',
  },
  {
    name: 'Lighthouse pin, first edition',
    category: 'Prints and things',
    price: 600,
    stockQuantity: 2,
    description: `Hard enamel, 30 mm. The second edition will have a proper clasp.`,
    images: ['product-enamel-pin.jpg'],
    status: 'archived',
  },
]
