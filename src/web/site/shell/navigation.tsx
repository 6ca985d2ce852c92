import { SiteLink } from '#web/ui/site-link.tsx'

type Target = { target: string; label: string }

export function MainNavigation({ links, className }: { links: Target[]; className?: string }) {
  return (
    <nav aria-label="Main" className={className}>
      <ul className="flex items-center gap-x-1 xl:gap-x-3">
        {links.map(({ target, label }) => (
          <li key={target}>
            <SiteLink
              target={target}
              className="relative flex min-h-11 items-center px-2.5 font-semibold text-[0.9375rem] after:absolute after:inset-x-2.5 after:bottom-1.5 after:h-0.5 after:origin-left after:scale-x-0 after:bg-action after:transition-transform hover:after:scale-x-100 aria-[current=page]:after:scale-x-100 motion-reduce:after:transition-none"
            >
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
