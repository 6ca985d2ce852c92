import { Link } from '@tanstack/react-router'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'
import { takesCards } from '#domain/sites/features.ts'
import { CartButton } from '#web/site/cart/cart-button.tsx'
import { MenuDropdown } from '#web/site/shell/menu-dropdown.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { ThemeToggle } from '#web/ui/theme.tsx'
import { useWebsite } from '#web/ui/website.tsx'

export type ThemedLogo = { light: Picture; dark: Picture }

type HeaderProps = { logo: ThemedLogo | null; overPicture: boolean; isBrief: boolean }

/** On a page that opens with a picture the header lies on it, in colours that suit the picture. */
export function Header({ logo, overPicture, isBrief }: HeaderProps) {
  const site = useWebsite()
  const { navigation } = site
  return (
    <header
      data-still="header"
      data-over-picture={overPicture || undefined}
      className="page-edge relative z-30 flex items-center justify-between gap-6 py-3 lg:py-5 data-over-picture:absolute data-over-picture:inset-x-0 data-over-picture:text-on-night"
    >
      <Logo logo={logo} onDark={overPicture} />
      <div className="flex items-center gap-1">
        {!isBrief && <MainNavigation links={navigation.main} className="max-lg:hidden" />}
        <ThemeToggle />
        {takesCards(site) && <CartButton />}
        {!isBrief && <MenuDropdown links={navigation.main} />}
      </div>
    </header>
  )
}

/** Both logos are in the page and the theme shows one: no script decides, so nothing flickers. Without one it is the name. */
function Logo({ logo, onDark }: { logo: ThemedLogo | null; onDark: boolean }) {
  const { name } = useWebsite()
  return (
    <Link to="/" aria-label={`${name}, home`} className="flex min-h-11 min-w-0 items-center">
      {!logo && <span className="poster-type truncate text-2xl leading-none lg:text-3xl">{name}</span>}
      {logo && !onDark && <LogoImage picture={logo.light} className="dark-hidden" />}
      {logo && <LogoImage picture={logo.dark} className={onDark ? '' : 'light-hidden'} />}
    </Link>
  )
}

function LogoImage({ picture, className }: { picture: Picture; className: string }) {
  const { width, height } = picture
  const { name } = useWebsite()
  return (
    // A logo that does not load shows the name.
    <img
      src={fallbackImagePath(picture)}
      alt={name}
      width={width}
      height={height}
      className={`h-7 w-auto lg:h-9 ${className}`}
    />
  )
}

type Target = { target: string; label: string }

function MainNavigation({ links, className }: { links: Target[]; className?: string }) {
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
