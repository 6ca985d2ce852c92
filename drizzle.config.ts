import { defineConfig } from 'drizzle-kit'

/** `npm run migrations` writes the difference between the tables and the last migration into `migrations/`. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/server/*/*table.ts',
  out: './migrations',
})
