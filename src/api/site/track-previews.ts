import type { Context } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { clipFinder } from '#domain/previews/songs.ts'
import { clipAddresses } from '#server/previews/clips.ts'
import type { ShopItem } from '#server/products/catalogue.ts'

/** Says of a track where it can be heard before it is bought, if it can. */
export const hearingIn = async (c: Context<ApiEnv>, items: readonly ShopItem[]) =>
  clipFinder(items, await c.var.cached('products', 'clips', clipAddresses))
