import type { ReactNode } from 'react'
import type { PublicMedia } from '#api/site/media.ts'
import type { PublicShow } from '#api/site/tour.ts'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import type { ShopProduct } from '#domain/products/shop-product.ts'
import { asksOnHome, hasDiscography, hasGallery, hasMedia, hasTour } from '#domain/sites/features.ts'
import { MailingListWidget } from '#web/site/contact/mailing-list.tsx'
import { JustifiedRows } from '#web/site/gallery/justified-rows.tsx'
import { nextPlayed } from '#web/site/home/coming-shows.ts'
import { Hero } from '#web/site/home/hero.tsx'
import type { HomeAnswer } from '#web/site/home/home-query.ts'
import { MediaTeasers } from '#web/site/home/media-teasers.tsx'
import { ReleaseFeature } from '#web/site/home/release-feature.tsx'
import { Signature, type Signed } from '#web/site/shell/signature.tsx'
import { ProductCard } from '#web/site/shop/product-card.tsx'
import { ShowRow } from '#web/site/tour/show-row.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = {
  home: HomeAnswer
  shows: PublicShow[]
  pictures: readonly PictureData[]
  media: readonly PublicMedia[]
  products: readonly ShopProduct[]
  signed: Signed
}

/** The home page: hero, next shows, new release, biography, pictures, shop. */
export function HomePage({ home, shows, pictures, media, products, signed }: Props) {
  const site = useWebsite()
  const { headings, highlights, intro, release } = home
  return (
    <>
      <Hero hero={home.hero} nextShow={hasTour(site) ? nextPlayed(shows) : null} />
      {headings.tour && hasTour(site) && shows.length > 0 && (
        <HomeSection heading={headings.tour} more={{ target: '/tour', label: 'All dates' }}>
          <ul className="page-edge max-sm:[&>:nth-child(n+5)]:hidden">
            {shows.slice(0, 6).map((show) => (
              <ShowRow key={show.slug} show={show} />
            ))}
          </ul>
        </HomeSection>
      )}
      {headings.highlights && highlights.length > 0 && (
        <HomeSection heading={headings.highlights} deep>
          <ul className="page-edge grid gap-x-16 gap-y-12 md:grid-cols-2">
            {highlights.map(({ title, text }) => (
              <li key={title} className="border-current/25 border-t pt-6">
                <h3 className="poster-type text-4xl leading-none">{title}</h3>
                <p className="mt-4 max-w-prose text-lede">{text}</p>
              </li>
            ))}
          </ul>
        </HomeSection>
      )}
      {headings.release && hasDiscography(site) && release && (
        <ReleaseFeature heading={headings.release} release={release} />
      )}
      <Introduction intro={intro} signed={signed} />
      {headings.gallery && hasGallery(site) && pictures.length > 0 && (
        <HomeSection heading={headings.gallery} more={{ target: '/gallery', label: 'All pictures' }}>
          <div className="max-sm:[&_li]:h-40 max-sm:[&_li]:basis-[36%]!">
            <JustifiedRows pictures={pictures} />
          </div>
        </HomeSection>
      )}
      {headings.media && hasMedia(site) && media.length > 0 && (
        <HomeSection heading={headings.media} more={{ target: '/media', label: 'All media' }}>
          <MediaTeasers items={media} />
        </HomeSection>
      )}
      {headings.shop && products.length > 0 && (
        <HomeSection heading={headings.shop} more={{ target: '/shop', label: 'The whole shop' }}>
          <ul className="page-edge max-sm:swipe-row grid grid-cols-2 gap-x-4 gap-y-12 lg:grid-cols-4 lg:gap-x-8">
            {products.map((product) => (
              <ProductCard key={product.id} product={product} sizes="(min-width: 1024px) 23vw, 46vw" />
            ))}
          </ul>
        </HomeSection>
      )}
      {asksOnHome(site) && (
        <section className="page-edge py-section">
          <MailingListWidget />
        </section>
      )}
    </>
  )
}

/** The biography: beside the portrait, or in two columns without one. */
function Introduction({ intro, signed }: { intro: HomeAnswer['intro']; signed: Signed }) {
  const words = (
    <div>
      <p className="max-w-prose text-lede">{intro.text}</p>
      <Signature of={signed} className="mt-8" />
      {intro.action && (
        <SiteLink
          target={intro.action.target}
          className="mt-6 inline-flex min-h-11 items-center font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-4"
        >
          {intro.action.label}
        </SiteLink>
      )}
    </div>
  )
  const heading = <h2 className="poster-type text-heading">{intro.heading}</h2>
  if (!intro.picture)
    return (
      <section className="page-edge grid gap-x-16 gap-y-8 py-section lg:grid-cols-2">
        {heading}
        {words}
      </section>
    )
  return (
    <section className="grid items-center lg:grid-cols-[1fr_1.2fr]">
      <Picture picture={intro.picture} sizes="(min-width: 1024px) 46vw, 100vw" className="h-full w-full max-sm:h-80" />
      <div className="page-edge grid gap-5 py-section sm:gap-8">
        {heading}
        {words}
      </div>
    </section>
  )
}

type SectionProps = {
  heading: string
  more?: { target: string; label: string }
  /** A panel in the site's own deep colours, under white lettering. */
  deep?: boolean
  children: ReactNode
}

/** A section of the home page: a large heading, and a link to the whole list. */
function HomeSection({ heading, more, deep = false, children }: SectionProps) {
  return (
    <section className={`py-section ${deep ? 'bg-(image:--gradient-features) bg-night text-on-gradient' : ''}`}>
      <div className="page-edge mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-1 sm:mb-10 lg:mb-16">
        <h2 className="poster-type text-heading">{heading}</h2>
        {more && (
          <SiteLink
            target={more.target}
            className="inline-flex min-h-11 items-center font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-4"
          >
            {more.label}
          </SiteLink>
        )}
      </div>
      {children}
    </section>
  )
}
