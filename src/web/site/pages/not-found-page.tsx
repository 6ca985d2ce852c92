import { buttonClass } from '#web/ui/button.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Sets its own title, because an unknown path has no route that could. */
export function NotFoundPage() {
  const { name, notFound } = useWebsite()
  return (
    <section className="page-edge flex min-h-[60svh] flex-col justify-center py-10">
      <title>{`${notFound.title} · ${name}`}</title>
      <meta name="robots" content="noindex" />
      <p aria-hidden className="poster-type text-[length:min(23vw,34svh)]/[0.88] text-link">
        404
      </p>
      <h1 className="poster-type mt-6 text-heading">{notFound.title}</h1>
      <p className="mt-6 max-w-xl text-lede text-soft">{notFound.text}</p>
      {notFound.action && (
        <p className="mt-8">
          <SiteLink target={notFound.action.target} className={buttonClass()}>
            {notFound.action.label}
          </SiteLink>
        </p>
      )}
    </section>
  )
}
