import { buttonClass } from '#web/ui/forms/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Sets its own title, because an unknown path has no route that could. */
export function NotFoundPage() {
  const { name, notFound } = useWebsite()
  const { title, text, action, picture } = notFound
  return (
    <section className="page-edge relative isolate flex min-h-[60svh] flex-col justify-end overflow-hidden bg-night py-10 text-on-night">
      <title>{`${title} · ${name}`}</title>
      <meta name="robots" content="noindex" />
      {picture && <Picture picture={picture} sizes="100vw" priority className="picture-behind" />}
      <span aria-hidden className="absolute inset-0 -z-10 bg-linear-to-t from-night/85 to-transparent" />
      <p aria-hidden className="poster-type text-[length:min(23vw,26svh)]/[0.88] text-on-night/60">
        404
      </p>
      <h1 className="poster-type mt-4 text-heading">{title}</h1>
      <p className="mt-4 max-w-xl text-lede">{text}</p>
      {action && (
        <p className="mt-6">
          <SiteLink target={action.target} className={buttonClass()}>
            {action.label}
          </SiteLink>
        </p>
      )}
    </section>
  )
}
