import { Link } from '@tanstack/react-router'
import type { PublicShow } from '#api/tour.ts'
import { ShowRow } from '#web/site/tour/show-row.tsx'
import { yearOf } from '#web/site/tour/show-words.ts'

/** The dates, year by year; the past ones behind a switch that is a plain link, so it works without a script. */
export function Shows({ shows, withPast }: { shows: PublicShow[]; withPast: boolean }) {
  const years = Map.groupBy(shows, yearOf)
  return (
    <>
      <p className="page-edge mb-8">
        <Link
          to="/tour"
          search={{ past: withPast ? undefined : 'include' }}
          resetScroll={false}
          className="inline-flex min-h-11 items-center gap-3 font-semibold text-link underline underline-offset-4"
        >
          {withPast ? 'Hide past shows' : 'Show past shows'}
        </Link>
      </p>
      <div className="page-edge pb-section">
        {[...years].map(([year, ofYear]) => (
          <section key={year} aria-label={year} className="mb-16">
            <h2 className="poster-type mb-4 text-2xl text-soft">{year}</h2>
            <ul>
              {ofYear.map((show) => (
                <ShowRow key={show.slug} show={show} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
