import { PageTitle } from '#web/site/pages/page-title.tsx'

/** A page of text from the site's folder. The server has made its HTML from Markdown in which HTML is only text. */
export function WrittenPage({ title, html }: { title: string; html: string }) {
  return (
    <article>
      <PageTitle title={title} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own server from Markdown without HTML */}
      <div className="written page-edge pb-section" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}
