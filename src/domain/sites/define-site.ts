import type { SiteConfig, SiteDefinition } from '#domain/sites/site.ts'

/** Names the site's folder and lets the editor complete its fields. The registry checks and fills it. */
export const defineSite = (folder: string, config: SiteConfig): SiteDefinition => ({ folder, config })
