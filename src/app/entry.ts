import { createApp } from '#app/app.ts'
import { openHouse } from '#app/house.ts'

/** What the build makes one file of: `main.ts` loads it in production; `dev-entry.ts` is its counterpart for `npm run dev`. */
export { createApp, openHouse }
export type Entry = { createApp: typeof createApp; openHouse: typeof openHouse }
