import type { Show } from '#domain/tour/show.ts'

type SearchableShow = Pick<Show, 'city' | 'venue' | 'country' | 'countyRegion' | 'supportActs' | 'tags'> & {
  countryName: string
}

export type ShowFilter = { country?: string | undefined; q?: string | undefined }

/** Without accents and case, so that "malmo" finds Malmö. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The shows whose visible texts contain every word of the search. */
export function matching<S extends SearchableShow>(shows: readonly S[], { country, q = '' }: ShowFilter): S[] {
  const words = folded(q).split(/\s+/).filter(Boolean)
  return shows.filter((show) => {
    if (country && show.country !== country) return false
    const texts = [show.city, show.venue, show.countyRegion ?? '', show.countryName, ...show.supportActs]
    const text = folded([...texts, ...show.tags].join(' '))
    return words.every((word) => text.includes(word))
  })
}
