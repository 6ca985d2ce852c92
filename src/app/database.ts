import type { Config } from '#app/config.ts'
import type { DatabaseOptions } from '#server/db/database.ts'

/** Which database the settings mean. */
export const databaseOf = (config: Config): DatabaseOptions =>
  config.DATABASE_URL
    ? {
        kind: 'postgres',
        url: config.DATABASE_URL,
        ownerUrl: config.DATABASE_OWNER_URL,
        poolSize: config.DATABASE_POOL,
        refusesOwner: config.NODE_ENV === 'production',
      }
    : { kind: 'pglite', folder: `${config.DATA_DIR}/db` }
