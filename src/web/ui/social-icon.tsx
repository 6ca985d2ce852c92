import type { PublicSite } from '#domain/sites/public-site.ts'

/** Own icons: lucide has no brand icons any more. */
const marks: Record<PublicSite['social'][number]['icon'], string> = {
  facebook: 'M14 8h3V4h-3a5 5 0 0 0-5 5v2H6v4h3v7h4v-7h3.2l.8-4h-4V9a1 1 0 0 1 1-1Z',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3H8Zm4 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm4.5-3.6a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z',
  youtube: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3Zm5 3.8v6.4l5.4-3.2L10 8.8Z',
  tiktok:
    'M13 3h3.4a5 5 0 0 0 4.1 4v3.4a8.3 8.3 0 0 1-4.1-1.300V15a6 6 0 1 1-6-6h.9v3.500h-.9a2.5 2.5 0 1 0 2.6 2.500V3Z',
  github:
    'M12 2a10 10 0 0 0-3.2 19.500c.5.1.7-.2.7-.500v-1.700c-2.8.6-3.4-1.3-3.4-1.3-.5-1.1-1.1-1.4-1.1-1.4-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.5 2.3 1.1 2.9.8.1-.6.4-1.1.6-1.3-2.2-.3-4.6-1.1-4.6-5a3.9 3.9 0 0 1 1-2.700c-.1-.2-.4-1.2.1-2.6 0 0 .9-.3 2.8 1a9.6 9.6 0 0 1 5 0c1.9-1.3 2.8-1 2.8-1 .5 1.4.2 2.4.1 2.600a3.9 3.9 0 0 1 1 2.700c0 3.9-2.4 4.7-4.6 5 .4.3.7.9.7 1.900V21c0 .3.2.6.7.500A10 10 0 0 0 12 2Z',
}

export const SocialIcon = ({ icon }: { icon: keyof typeof marks }) => (
  <svg viewBox="0 0 24 24" className="size-6 shrink-0" fill="currentColor" fillRule="evenodd" aria-hidden="true">
    <path d={marks[icon]} />
  </svg>
)
