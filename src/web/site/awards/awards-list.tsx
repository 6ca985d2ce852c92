import type { AwardAnswer } from '#web/site/pages/pages-query.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

/** Each award with the object that was won, on a shelf. */
export function AwardsList({ awards }: { awards: AwardAnswer[] }) {
  return (
    <ol className="page-edge grid gap-x-8 gap-y-14 pb-section sm:grid-cols-2 xl:grid-cols-3">
      {awards.map(({ year, title, by, result, work, text, picture }) => (
        <li key={`${year} ${title}`} className="grid grid-rows-[auto_1fr]">
          {picture && (
            <div className="award-shelf">
              <Picture picture={picture} sizes="(min-width: 1280px) 20vw, 40vw" className="award-object" />
            </div>
          )}
          <div className="pt-5">
            <p className="poster-type text-2xl leading-none text-soft tabular-nums">{year}</p>
            <h2 className="poster-type mt-2 text-4xl leading-none">{title}</h2>
            <p className="mt-3 font-semibold text-highlight-ink">
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

const results: Record<AwardAnswer['result'], string> = {
  won: 'Won',
  shortlisted: 'Shortlisted',
  nominated: 'Nominated',
}
