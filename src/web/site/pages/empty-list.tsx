import { buttonClass } from '#web/ui/forms/button.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'

type Props = { text: string; action: { target: string; label: string } | null }

/** The site's own text for an empty list, with one action. */
export function EmptyList({ text, action }: Props) {
  return (
    <div className="page-edge pb-section">
      <p className="max-w-2xl text-2xl/snug">{text}</p>
      {action && (
        <p className="mt-8">
          <SiteLink target={action.target} className={buttonClass()}>
            {action.label}
          </SiteLink>
        </p>
      )}
    </div>
  )
}
