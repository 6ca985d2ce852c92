import type { ReactNode } from 'react'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import type { WrittenPageAnswer } from '#web/site/pages/pages-query.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

type Props = Pick<WrittenPageAnswer, 'title' | 'html' | 'chapters'> & {
  /** Below the text. */
  children?: ReactNode
}

/** A page of text from the site's folder. The server has made its HTML from Markdown in which HTML is only text. */
export function WrittenPageView({ title, html, chapters, children }: Props) {
  return (
    <article>
      <PageTitle title={title} />
      <WrittenPageContent html={html} chapters={chapters} className="page-edge" />
      <div className="page-edge pb-section">{children}</div>
    </article>
  )
}

type WrittenWordsProps = Pick<WrittenPageAnswer, 'html' | 'chapters'> & { className?: string }

export const WrittenPageContent = ({ html, chapters, className }: WrittenWordsProps) =>
  chapters.length > 0 ? <Chapters chapters={chapters} /> : <Words html={html} className={className} />

const Words = ({ html, className = '' }: { html: string; className?: string | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own server from Markdown without HTML
  <div className={`written ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
)

/** A timeline: years along the left edge, words, and pictures that run to the right edge. */
function Chapters({ chapters }: { chapters: WrittenPageAnswer['chapters'] }) {
  return (
    <ol className="timeline">
      {chapters.map(({ heading, year, html, picture }, at) => (
        <li key={heading ?? at} className="timeline-entry">
          {year && <p className="timeline-year poster-type tabular-nums">{year}</p>}
          <div className="timeline-words">
            {heading && <h2 className="poster-type mb-5 text-4xl leading-none lg:text-5xl">{heading}</h2>}
            <Words html={html} />
          </div>
          {picture && (
            <Picture
              picture={picture}
              sizes="(min-width: 1024px) 45vw, 100vw"
              priority={at === 0}
              className="timeline-picture"
            />
          )}
        </li>
      ))}
    </ol>
  )
}
