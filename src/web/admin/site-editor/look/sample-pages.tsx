import type { ReactNode } from 'react'
import { announcementStyles } from '#domain/announcements/announcement.ts'
import type { SiteParts } from '#domain/site-editor/document.ts'
import type { AnimationSettings } from '#domain/sites/site.ts'
import { announcementBackground } from '#web/ui/announcement-line.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { inputClass } from '#web/ui/forms/field.tsx'

type PageProps = { identity: SiteParts['identity']; animation: Pick<AnimationSettings, 'enabled' | 'duration'> }

function HomeSample({ identity: { name, tagline } }: Pick<PageProps, 'identity'>) {
  return (
    <div className="flex h-full flex-col">
      <div className="relative grid grow content-end overflow-hidden bg-night p-5 text-on-night">
        <span
          className="absolute inset-0 opacity-70"
          style={{ backgroundImage: 'linear-gradient(110deg, transparent 45%, var(--primary-700))' }}
        />
        <p className="poster-type relative wrap-anywhere text-5xl leading-[0.9]">{name}</p>
        <p className="relative mt-2 text-on-night-soft text-sm">{tagline}</p>
        <p className="relative mt-3 text-sm">
          <span className="font-semibold text-highlight">Next show</span> Fri 4 June, Bergen
        </p>
      </div>
      <div className="flex items-center justify-between gap-4 p-5">
        <p className="min-w-0 text-sm">
          <span className="poster-type block text-xl leading-none">New record</span>
          <span className="text-soft">Out on Friday.</span> <span className="text-link underline">Listen</span>
        </p>
        <span className={`${buttonClass()} shrink-0`}>Tickets</span>
      </div>
    </div>
  )
}

const shows = [
  { day: '04', month: 'Jun', city: 'Bergen', venue: 'Kulturhuset', tag: 'With support' },
  { day: '07', month: 'Jun', city: 'Gdańsk', venue: 'Stary Maneż', tag: null },
  { day: '11', month: 'Jun', city: 'Porto', venue: 'Casa da Música', tag: 'Free' },
]

const TourSample = () => (
  <ul className="px-5 py-2">
    {shows.map(({ day, month, city, venue, tag }) => (
      <li key={city} className="flex items-center gap-4 border-line border-b py-3">
        <p className="poster-type w-10 shrink-0 leading-none">
          <span className="block text-3xl">{day}</span>
          <span className="text-highlight-ink text-sm">{month}</span>
        </p>
        <p className="min-w-0 grow">
          <span className="poster-type block text-2xl leading-none">{city}</span>
          <span className="text-soft text-sm">{venue}</span>
          {tag && (
            <span className="corners ml-2 inline-block bg-(image:--gradient-tags) px-2 py-0.5 font-semibold text-on-gradient text-xs">
              {tag}
            </span>
          )}
        </p>
        <span className="shrink-0 font-semibold text-link text-sm underline underline-offset-4">Tickets</span>
      </li>
    ))}
  </ul>
)

const products = [
  { name: 'Night Ferry', kind: 'Vinyl', price: '£24.00' },
  { name: 'Crew neck', kind: 'Cotton, black', price: '£32.00' },
]

const ShopSample = () => (
  <ul className="grid h-full grid-cols-2 gap-4 p-5">
    {products.map(({ name, kind, price }) => (
      <li key={name} className="flex min-w-0 flex-col gap-2">
        <span className="picture-plate poster-type flex min-h-0 grow items-end bg-plate p-3 text-2xl leading-none">
          {name}
        </span>
        <span className="text-sm">
          <span className="font-semibold">{price}</span> <span className="text-soft">{kind}</span>
        </span>
        <span className={buttonClass({ variant: 'quiet' })}>Add to cart</span>
      </li>
    ))}
  </ul>
)

const bannerWords: Record<(typeof announcementStyles)[number], [title: string, message: string]> = {
  info: ['New dates', 'Nine shows in the north.'],
  success: ['Thank you', 'The record is out.'],
  warning: ['Moved', 'Porto plays one day later.'],
  urgent: ['Tonight', 'Doors open at eight.'],
}

const BannerSample = () => (
  <ul className="grid gap-3 py-5">
    {announcementStyles.map((style) => (
      <li key={style} style={announcementBackground(style)} className="px-5 py-2.5 text-on-gradient text-sm leading-5">
        <span className="poster-type mr-2 text-xl leading-5">{bannerWords[style][0]}</span>
        {bannerWords[style][1]}
      </li>
    ))}
  </ul>
)

function ButtonsSample({ animation }: Pick<PageProps, 'animation'>) {
  return (
    <div className="grid gap-4 p-5">
      <div className="flex flex-wrap gap-3">
        <span className={buttonClass({ size: 'lg' })}>Get tickets</span>
        <span className={buttonClass({ variant: 'quiet' })}>Share</span>
      </div>
      <span className={`${inputClass} flex items-center text-soft`}>you@example.com</span>
      <p className="bg-(image:--gradient-features) p-4 text-on-gradient">A panel of the home page</p>
      <span aria-hidden className="block h-1.5 overflow-hidden bg-line">
        <span
          key={animation.duration}
          className="block h-full w-full bg-highlight"
          style={animation.enabled ? { animation: `busy ${animation.duration * 4}s ease-in-out infinite` } : {}}
        />
      </span>
    </div>
  )
}

/** Pieces of the website, drawn with the colours and fonts of what they stand in. */
export const samplePages = {
  Home: HomeSample,
  Tour: TourSample,
  Shop: ShopSample,
  Banner: BannerSample,
  Buttons: ButtonsSample,
} satisfies Record<string, (props: PageProps) => ReactNode>

export type SamplePage = keyof typeof samplePages
