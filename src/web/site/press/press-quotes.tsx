import type { PressQuoteAnswer } from '#web/site/pages/pages-query.ts'

export function PressQuotes({ quotes }: { quotes: PressQuoteAnswer[] }) {
  return (
    <ul className="page-edge grid gap-y-20 pb-section">
      {quotes.map(({ quote, source, author, year, link }) => (
        <li key={`${source} ${quote}`}>
          <figure className="max-w-5xl">
            <blockquote className="poster-type text-heading normal-case" cite={link ?? undefined}>
              “{quote}”
            </blockquote>
            <figcaption className="mt-5 text-soft">
              {author && `${author}, `}
              {link ? (
                <a href={link} rel="noopener" className="text-link underline underline-offset-4">
                  {source}
                </a>
              ) : (
                source
              )}
              , {year}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
