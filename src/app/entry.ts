import { createApp } from '#app/app.ts'
import { openHouse } from '#app/house.ts'

/** What the build makes one file of: `main.ts` loads it in production, `dev.ts` loads it anew after each edit. */
export { createApp, openHouse }
export type Entry = { createApp: typeof createApp; openHouse: typeof openHouse }
