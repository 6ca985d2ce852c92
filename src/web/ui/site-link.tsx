import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isPagePath } from '#domain/sites/pages.ts'

type LinkProps = { target: string; children: ReactNode; rel?: string; className?: string; onClick?: () => void }

/** A page of the site is visited without loading it again; any other address, one of another website with its `rel`, is a plain link. */
export function SiteLink({ target, rel = 'noopener', ...rest }: LinkProps) {
  if (!isPagePath(target)) return <a href={target} rel={target.startsWith('/') ? undefined : rel} {...rest} />
  // `href` decides; it may carry a query and a hash, which `to` may not.
  return <Link to="/" href={target} activeProps={{ 'aria-current': 'page' }} {...rest} />
}
