import type { Award } from '#web/site/pages/pages-query.ts'

export function AwardsList({ awards }: { awards: Award[] }) {
  return (
    <ol className="page-edge pb-section">
      {awards.map(({ year, title, by, result, work, text }) => (
        <li key={`${year} ${title}`} className="grid gap-x-8 gap-y-2 border-line border-t py-8 sm:grid-cols-[8rem_1fr]">
          <p className="poster-type text-5xl leading-none text-soft tabular-nums">{year}</p>
          <div>
            <h2 className="poster-type text-4xl leading-none">{title}</h2>
            <p className="mt-2 font-semibold text-highlight-ink">
              {results[result]}
              {work && `, for ${work}`}
            </p>
            <p className="mt-1 text-soft">{by}</p>
            {text && <p className="mt-3 max-w-prose">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

const results: Record<Award['result'], string> = { won: 'Won', shortlisted: 'Shortlisted', nominated: 'Nominated' }
