import type { PublicShow } from '#api/tour.ts'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { countryOf, fullDateOf, sellsTickets, standing } from '#web/site/tour/show-words.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

export function ShowPage({ show }: { show: PublicShow }) {
  const { locale } = useWebsite()
  const country = countryOf(locale, show.country)
  const place = [show.address, [show.postCode, show.city].filter(Boolean).join(' '), show.countyRegion, country]
  const facts: [string, string | null][] = [
    ['Date', fullDateOf(locale, show)],
    ['Doors', show.doorsTime],
    ['Starts', show.time],
    ['Where', [show.venue, ...place].filter(Boolean).join(', ')],
    ['With', show.supportActs.join(', ') || null],
    ['Price', show.priceNotes],
    ['Good to know', [show.venueNotes, show.additionalInfo].filter(Boolean).join(' ') || null],
  ]
  return (
    <article>
      <PageTitle title={show.city} intro={`${show.venue}, ${country}`} />
      <div className="page-edge grid gap-12 pb-section lg:grid-cols-[2fr_1fr]">
        <dl>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name} className="grid gap-x-8 gap-y-1 border-line border-t py-4 sm:grid-cols-[8rem_1fr]">
                  <dt className="text-soft">{name}</dt>
                  <dd className="max-w-prose">{value}</dd>
                </div>
              ),
          )}
        </dl>
        <div>
          {standing[show.availability] && <p className="mb-6 font-semibold text-xl">{standing[show.availability]}</p>}
          {sellsTickets(show) && (
            <ButtonLink href={show.bookingLink!} rel="noopener" className="w-full">
              {show.availability === 'free' ? 'Reserve a place' : 'Get tickets'}
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  )
}
