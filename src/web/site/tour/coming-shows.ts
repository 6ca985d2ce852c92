import type { PublicShow } from '#api/site/tour.ts'
import { isOff } from '#domain/tour/availability.ts'

type WithAvailability = Pick<PublicShow, 'availability'>

/** The next ones, and where all of those are off, more, to find one that is played: the page carries them all. */
export async function comingShows<S extends WithAvailability>(ask: (limit: number) => Promise<S[]>): Promise<S[]> {
  const first = await ask(8)
  return first.length < 8 || nextPlayed(first) ? first : ask(50)
}

export const nextPlayed = <S extends WithAvailability>(shows: S[]): S | null =>
  shows.find(({ availability }) => !isOff(availability)) ?? null
