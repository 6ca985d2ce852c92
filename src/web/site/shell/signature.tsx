import { fallbackImagePath } from '#domain/images/addresses.ts'
import type { ThemedLogo } from '#web/site/shell/header.tsx'

/** The name of the site, with its signature image if it has one. */
export type SignatureOf = { name: string; signature: ThemedLogo | null }

/** Both are in the page and the theme shows one, as with the logo. */
export function Signature({ of: { name, signature }, className = '' }: { of: SignatureOf; className?: string }) {
  if (!signature) return null
  const image = (on: 'light' | 'dark', look: string) => (
    <img
      src={fallbackImagePath(signature[on])}
      alt={`Signed, ${name}`}
      width={signature[on].width}
      height={signature[on].height}
      loading="lazy"
      className={`h-16 w-auto lg:h-20 ${look}`}
    />
  )
  return (
    <p className={className}>
      {image('light', 'dark-hidden')}
      {image('dark', 'light-hidden')}
    </p>
  )
}
