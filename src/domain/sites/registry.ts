import { siteContradictions } from '#domain/sites/coherence.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { hostName, hostsOf } from '#domain/sites/host-name.ts'
import { deadLinks } from '#domain/sites/navigation.ts'
import { InvalidSiteFiles, issueMessage, issueSentences } from '#domain/sites/problems.ts'
import { siteSchema } from '#domain/sites/schema.ts'
import type { Site, SiteDefinition } from '#domain/sites/site.ts'

export { hostName, InvalidSiteFiles as BadSites }

export type SiteRegistry = {
  all: readonly Site[]
  websiteIds: readonly string[]
  defaultSite: Site
  /** Null when no site has this id. */
  siteOf: (websiteId: string) => Site | null
  /** Null when no site has this name. */
  siteForHost: (host: string) => Site | null
}

/** The sites of this process, checked alone and against each other; throws BadSites with every problem there is. */
export function createRegistry(definitions: readonly SiteDefinition[]): SiteRegistry {
  const read = definitions.map(readDefinition)
  const all = read.flatMap(({ site }) => site ?? [])
  const defaultSite = all.find((site) => site.isDefault)
  const problems = [...read.flatMap((one) => one.problems), ...clashes(definitions, all)]
  if (problems.length || !defaultSite) throw new InvalidSiteFiles(problems)

  const byId = new Map(all.map((site) => [site.siteId, site]))
  const byHost = new Map(all.flatMap((site) => hostsOf(site).map((host) => [host, site])))
  return {
    all,
    websiteIds: [...byId.keys()],
    defaultSite,
    siteOf: (websiteId) => byId.get(websiteId) ?? null,
    siteForHost: (host) => byHost.get(hostName(host)) ?? null,
  }
}

function readDefinition({ folder, config }: SiteDefinition): { site: Site | null; problems: string[] } {
  const read = siteSchema.safeParse(config, { error: issueMessage })
  if (!read.success)
    return { site: null, problems: read.error.issues.flatMap((issue) => issueSentences(folder, issue, config)) }
  const site = siteWithDefaults({ folder, config: read.data })
  const { navigation, content } = site
  const dead = deadLinks({ navigation, content }, []).map(
    ({ path, link }) => `${path} ${link.target} is no page of a site`,
  )
  return {
    site,
    problems: [...siteContradictions(site).map(({ text }) => text), ...dead].map(
      (problem) => `sites/${folder}: ${problem}`,
    ),
  }
}

function clashes(definitions: readonly SiteDefinition[], sites: Site[]): string[] {
  const all = sites.length === definitions.length
  const defaults = sites.filter((site) => site.isDefault)
  return [
    ...twice(sites, 'folder', (site) => [site.folder]),
    ...twice(sites, 'siteId', (site) => [site.siteId.toLowerCase()]),
    ...twice(sites, 'host', hostsOf),
    ...(all && defaults.length === 0 ? ['sites: none is the default; one of them must have isDefault: true'] : []),
    ...defaults
      .slice(1)
      .map(({ folder }) => `sites/${folder}: isDefault is already true in sites/${defaults[0]!.folder}`),
  ]
}

function twice(sites: Site[], what: string, valuesOf: (site: Site) => string[]): string[] {
  const folderOf = new Map<string, string>()
  return sites.flatMap((site) =>
    valuesOf(site).flatMap((value) => {
      const first = folderOf.get(value)
      if (first === undefined) folderOf.set(value, site.folder)
      return first === undefined ? [] : [`sites/${site.folder}: ${what} ${value} is already used by sites/${first}`]
    }),
  )
}
