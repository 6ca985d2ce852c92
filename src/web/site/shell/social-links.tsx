import type { PublicSite } from '#domain/sites/public-site.ts'
import { SocialMark } from '#web/ui/social-mark.tsx'

export function SocialLinks({ links, className }: { links: PublicSite['social']; className?: string }) {
  return (
    <ul className={`-ml-3 flex ${className ?? ''}`}>
      {links.map(({ link, icon, label }) => (
        <li key={link}>
          <a href={link} rel="me noopener" className="grid size-11 place-items-center hover:text-highlight">
            <SocialMark icon={icon} />
            <span className="sr-only">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
