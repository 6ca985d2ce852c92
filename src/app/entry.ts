import { createApp } from '#app/app.ts'
import { createServices } from '#app/services.ts'

/** The entry of the build: `main.ts` loads it in production; `dev-entry.ts` is its counterpart for `npm run dev`. */
export { createApp, createServices }
export type ServerEntry = { createApp: typeof createApp; createServices: typeof createServices }
