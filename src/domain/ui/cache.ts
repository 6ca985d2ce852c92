export const maxCacheEntries = 1000
export const cacheLifetimeMs = 300_000
export const cacheCleanupIntervalMs = 120_000
export const queryStaleMs = 300_000
/** How long a browser keeps the products that it does not show. */
export const productsCacheMs = 600_000
