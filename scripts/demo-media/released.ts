import { releases } from '#sites/musician/releases.ts'
import type { Piece } from './pieces/piece.ts'

export function releaseOf({ file, release, track }: Piece) {
  const found = releases.find(({ slug }) => slug === release)
  if (!found?.tracks[track - 1]) throw new Error(`${file}: ${release} has no track ${track}`)
  return found
}

export const titleOf = (piece: Piece) => releaseOf(piece).tracks[piece.track - 1]!.title
