import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { PublicShow } from '#api/site/tour.ts'
import { dot } from '#domain/formats.ts'
import { hasTour } from '#domain/sites/features.ts'
import { nameMeasures } from '#sections/hero/name-measures.ts'
import type { SectionOf } from '#sections/kinds.ts'
import type { LoadedSection, SectionView, WithLoadedPictures } from '#sections/section-view.ts'
import { firstPlayedShow, loadNextShows } from '#web/site/tour/next-shows.ts'
import { availabilityLabelFor, sellsTickets } from '#web/site/tour/show-words.ts'
import { showsQuery } from '#web/site/tour/tour-query.ts'
import { ButtonLink, buttonClass } from '#web/ui/forms/button.tsx'
import { ArtDirectedPicture } from '#web/ui/pictures/picture.tsx'
import { picturePreloadLinks } from '#web/ui/pictures/picture-source.ts'
import { SiteLink } from '#web/ui/site-link.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type ShownHero = WithLoadedPictures<SectionOf<'hero'>, 'image' | 'portrait'>

const sizes = '100vw'

/** So that the browser fetches the picture before it has read the page. */
export function heroPreloads(first: LoadedSection | undefined) {
  if (first?.section.kind !== 'hero') return []
  const { image, portrait } = first.section as ShownHero
  return image ? picturePreloadLinks({ wide: image, tall: portrait }, sizes) : []
}

export const view: SectionView<ShownHero, { nextShow: PublicShow | null }> = {
  load: async ({ api, site, load }, { showsNextShow }) => ({
    nextShow:
      showsNextShow && hasTour(site)
        ? firstPlayedShow(await loadNextShows((limit) => load(showsQuery(api, { limit }))))
        : null,
  }),
  View: ({ section, data: { nextShow }, isTitle }) => {
    const { name } = useWebsite()
    const { image, portrait, action } = section
    const title = section.title ?? name
    const Heading = isTitle ? 'h1' : 'h2'
    return (
      <section className="relative first-screen isolate flex flex-col justify-end overflow-hidden bg-night text-on-night">
        {image && (
          <ArtDirectedPicture
            wide={image}
            tall={portrait}
            sizes={sizes}
            priority={isTitle}
            className="picture-behind"
          />
        )}
        <span aria-hidden className="absolute inset-0 -z-10 bg-linear-to-t from-night/60 to-45% to-transparent" />
        <div className="page-edge pt-24">
          {section.line && (
            <p className="max-w-md text-lede [text-shadow:0_0_1.25rem_var(--color-night),0_0_0.375rem_var(--color-night)]">
              {section.line}
            </p>
          )}
          <Heading className="hero-name poster-type mt-4" style={nameMeasures(title) as CSSProperties}>
            {title}
          </Heading>
        </div>
        {nextShow ? <NextShow show={nextShow} /> : action && <HeroLink {...action} />}
      </section>
    )
  },
}

function NextShow({ show }: { show: PublicShow }) {
  const words = availabilityLabelFor(show)
  return (
    <div className="page-edge mt-6 grid items-center sm:mt-10 gap-x-8 gap-y-4 border-on-night/25 border-t py-6 sm:grid-cols-[1fr_auto]">
      <div>
        <p className="font-semibold text-highlight text-sm">Next show</p>
        <p className="mt-1 text-lg sm:text-xl">
          <Link
            to="/tour/$slug"
            params={{ slug: show.slug }}
            className="font-semibold underline-offset-4 hover:underline"
          >
            <bdi>{show.city}</bdi>, <bdi>{show.venue}</bdi>
          </Link>
          <span className="text-on-night-soft max-sm:block">
            <span className="max-sm:hidden">, </span>
            {show.countryName}
            {dot}
            <time dateTime={show.date}>{show.words.date}</time>
            {show.words.time && dot + show.words.time}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 empty:hidden">
        {words && <p className="font-semibold">{words}</p>}
        {sellsTickets(show) && (
          <ButtonLink href={show.bookingLink!} rel="noopener" className="max-sm:grow">
            {show.availability === 'free' ? 'Free entry' : 'Get tickets'}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function HeroLink({ target, label }: { target: string; label: string }) {
  return (
    <p className="page-edge mt-6 border-on-night/25 border-t py-6">
      <SiteLink target={target} className={buttonClass()}>
        {label}
      </SiteLink>
    </p>
  )
}
