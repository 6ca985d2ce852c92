import type { Show } from '#domain/tour/show.ts'

type Placed = Pick<Show, 'city' | 'venue' | 'country' | 'countyRegion' | 'supportActs' | 'tags'> & {
  countryName: string
}

export type ShowFilter = { country?: string | undefined; q?: string | undefined }

/** Accents and case are nothing to somebody who looks for their town. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word that was typed is somewhere in what the fan can read about the show. */
export function matching<S extends Placed>(shows: readonly S[], { country, q = '' }: ShowFilter): S[] {
  const asked = folded(q).split(/\s+/).filter(Boolean)
  return shows.filter((show) => {
    if (country && show.country !== country) return false
    const said = [show.city, show.venue, show.countyRegion ?? '', show.countryName, ...show.supportActs]
    const text = folded([...said, ...show.tags].join(' '))
    return asked.every((word) => text.includes(word))
  })
}
