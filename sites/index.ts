import type { SiteDefinition } from '#domain/sites/site.ts'
import { musician } from '#sites/musician/site.ts'
import { service } from '#sites/service/site.ts'
import { software } from '#sites/software/site.ts'

/** Every site that this process serves. */
export const sites: SiteDefinition[] = [musician, software, service]
