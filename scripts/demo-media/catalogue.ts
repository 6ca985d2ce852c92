/** Everything the script makes: the pieces, and the films that borrow one of them for their sound. */
import { boathouse } from './films/boathouse.ts'
import type { Film } from './films/film.ts'
import { stern } from './films/stern.ts'
import { cabin4117 } from './pieces/cabin-4117.ts'
import { hookOfHolland } from './pieces/hook-of-holland.ts'
import { lastTrain } from './pieces/last-train.ts'
import { lorryDriversWaltz } from './pieces/lorry-drivers-waltz.ts'
import { lowWater } from './pieces/low-water.ts'
import { nightFerry } from './pieces/night-ferry.ts'
import type { Piece } from './pieces/piece.ts'
import { saltRadio } from './pieces/salt-radio.ts'
import { slackWater } from './pieces/slack-water.ts'
import { theLongFetch } from './pieces/the-long-fetch.ts'
import { vikingFortiesCromarty } from './pieces/viking-forties-cromarty.ts'

export const pieces: readonly Piece[] = [
  nightFerry,
  cabin4117,
  lorryDriversWaltz,
  hookOfHolland,
  saltRadio,
  vikingFortiesCromarty,
  theLongFetch,
  slackWater,
  lowWater,
  lastTrain,
]

export const films: readonly Film[] = [stern, boathouse]
