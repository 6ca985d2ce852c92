import type { PublicShow } from '#api/site/tour.ts'
import { isCancelledOrPostponed } from '#domain/tour/availability.ts'

type WithAvailability = Pick<PublicShow, 'availability'>

/** The next eight shows. If all of them are cancelled or postponed, the next fifty, to find one that takes place. */
export async function loadNextShows<S extends WithAvailability>(load: (limit: number) => Promise<S[]>): Promise<S[]> {
  const first = await load(8)
  return first.length < 8 || firstPlayedShow(first) ? first : load(50)
}

export const firstPlayedShow = <S extends WithAvailability>(shows: S[]): S | null =>
  shows.find(({ availability }) => !isCancelledOrPostponed(availability)) ?? null
