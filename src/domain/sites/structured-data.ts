import type { Thing } from '#domain/pages/structured-data.ts'
import type { PublicSite } from '#domain/sites/public-site.ts'

type Described = Pick<PublicSite, 'name' | 'description' | 'businessType' | 'social'> & {
  origin: string
  shareImage: string
}

const kinds: Record<PublicSite['businessType'], string> = {
  musician: 'MusicGroup',
  software: 'Organization',
  service: 'LocalBusiness',
}

/** Whose site this is. */
export const businessThing = ({ name, description, businessType, social, origin, shareImage }: Described): Thing => ({
  '@type': kinds[businessType],
  name,
  description,
  url: origin,
  image: new URL(shareImage, origin).href,
  sameAs: social.map(({ link }) => link),
})
