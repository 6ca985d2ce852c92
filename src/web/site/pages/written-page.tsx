import type { ReactNode } from 'react'
import { PageTitle } from '#web/site/pages/page-title.tsx'

type Props = { title: string; html: string /** After the last word. */; children?: ReactNode }

/** A page of text from the site's folder. The server has made its HTML from Markdown in which HTML is only text. */
export function WrittenPage({ title, html, children }: Props) {
  return (
    <article>
      <PageTitle title={title} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own server from Markdown without HTML */}
      <div className="written page-edge" dangerouslySetInnerHTML={{ __html: html }} />
      <div className="page-edge pb-section">{children}</div>
    </article>
  )
}
