import { siteContradictions } from '#domain/sites/contradictions.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { hostNamesOf, normalizeHostName } from '#domain/sites/host-name.ts'
import { deadLinks } from '#domain/sites/navigation.ts'
import { siteSchema } from '#domain/sites/schema.ts'
import type { Site, SiteDefinition } from '#domain/sites/site.ts'
import { InvalidSiteFiles, issueSentences, zodIssueMessage } from '#domain/sites/site-file-problems.ts'

/** A website that was created in the admin area. */
export type HostedSite = {
  websiteId: string
  /** The folder in `sites/` that it begins as. */
  starter: string
  name: string
  /** Suspended or deleted, so its pages are not served. */
  isClosed: boolean
}
/** A host that is stored in the database; the hosts in `sites/` are not among them. */
export type SiteHost = { host: string; websiteId: string; isMain: boolean; isConfirmed: boolean }
/** What the database adds to the sites of `sites/`. */
export type HostingData = { sites: readonly HostedSite[]; hosts: readonly SiteHost[] }

export type SiteRegistry = {
  /** The sites with a folder in `sites/`. */
  readonly inFolders: readonly Site[]
  /** Also hosted sites, closed ones included. Changes while the process runs. */
  readonly all: readonly Site[]
  readonly websiteIds: readonly string[]
  readonly defaultSite: Site
  /** Null when no site has this id. */
  siteOf: (websiteId: string) => Site | null
  /** Accepts a Host header as it was sent. Null when no site has this host. */
  siteForHost: (host: string) => Site | null
  isClosed: (websiteId: string) => boolean
  /** Replaces what the database adds. Returns the ids of the changed sites, and why a site or host is not served. */
  serve: (hosting: HostingData) => { changed: string[]; problems: string[] }
}

/** The sites of this process, checked alone and against each other; throws InvalidSiteFiles with every problem there is. */
export function createSiteRegistry(definitions: readonly SiteDefinition[]): SiteRegistry {
  const read = definitions.map(readDefinition)
  const inFolders = read.flatMap(({ site }) => site ?? [])
  const problems = [...read.flatMap((one) => one.problems), ...idConflicts(definitions, inFolders)]
  if (problems.length || !inFolders.some((site) => site.isDefault)) throw new InvalidSiteFiles(problems)

  const made = createSiteMaker(inFolders)
  let served = made({ sites: [], hosts: [] })
  return {
    get inFolders() {
      return served.all.slice(0, inFolders.length)
    },
    get all() {
      return served.all
    },
    get websiteIds() {
      return [...served.byId.keys()]
    },
    get defaultSite() {
      return served.all.find((site) => site.isDefault)!
    },
    siteOf: (websiteId) => served.byId.get(websiteId) ?? null,
    siteForHost: (host) => served.byHost.get(normalizeHostName(host)) ?? null,
    isClosed: (websiteId) => served.closed.has(websiteId),
    serve: (hosting) => {
      const before = served
      served = made(hosting)
      const changed = served.all.filter((site) => before.byId.get(site.siteId) !== site).map(({ siteId }) => siteId)
      return { changed, problems: served.problems }
    },
  }
}

type RegistryState = {
  all: readonly Site[]
  byId: ReadonlyMap<string, Site>
  byHost: ReadonlyMap<string, Site>
  closed: ReadonlySet<string>
  problems: string[]
}

/** Builds the sites from their folders and the database. An unchanged site stays the same object. */
function createSiteMaker(inFolders: readonly Site[]) {
  const starters = new Map(inFolders.map((site) => [site.folder, starterWithoutOwnerData(site)]))
  let known = new Map<string, { from: string; site: Site }>()

  return ({ sites, hosts }: HostingData): RegistryState => {
    const hostsOfSite = Map.groupBy(
      hosts.filter((one) => one.isMain || one.isConfirmed),
      ({ websiteId }) => websiteId,
    )
    const ofFile = new Set(inFolders.flatMap(hostNamesOf))
    const next = new Map<string, { from: string; site: Site }>()
    const same = (site: Site): Site => {
      const { folder, siteId, name, domain, hosts } = site
      const from = JSON.stringify([folder, name, domain, hosts])
      const before = known.get(siteId)
      const kept = before?.from === from ? before : { from, site }
      next.set(siteId, kept)
      return kept.site
    }
    const served = inFolders.map((site) => same(withHosts(site, hostsOfSite.get(site.siteId) ?? [])))
    const isOfFile = new Set(inFolders.map(({ siteId }) => siteId))
    const problems: string[] = []
    for (const { websiteId, starter, name } of sites) {
      const from = starters.get(starter)
      const [main, ...further] = (hostsOfSite.get(websiteId) ?? []).sort((a, b) => Number(b.isMain) - Number(a.isMain))
      if (!from) problems.push(`${name} is not served: sites/${starter}, which it began as, is gone`)
      else if (main && !isOfFile.has(websiteId))
        served.push(
          same({ ...from, siteId: websiteId, name, domain: main.host, hosts: further.map(({ host }) => host) }),
        )
    }
    known = next
    const byId = new Map(served.map((site) => [site.siteId, site]))
    const byHost = new Map(inFolders.flatMap((site) => hostNamesOf(site).map((host) => [host, byId.get(site.siteId)!])))
    for (const { host, websiteId, isConfirmed } of hosts) {
      const site = byId.get(websiteId)
      if (!site || !isConfirmed) continue
      if (ofFile.has(host)) {
        const owner = byHost.get(host)!
        if (owner !== site) problems.push(`${host} does not lead to ${site.name}: sites/${owner.folder} names it`)
      } else byHost.set(host, site)
    }
    const closed = new Set(sites.filter(({ isClosed }) => isClosed).map(({ websiteId }) => websiteId))
    return { all: served, byId, byHost, closed, problems }
  }
}

/** The starter of hosted sites: the site of a folder without its contact, social links and collections. */
export const starterWithoutOwnerData = (site: Site): Site => ({
  ...site,
  isDefault: false,
  contact: { email: null },
  social: [],
  content: { ...site.content, releases: [], awards: [], press: [] },
})

/** A confirmed main host replaces the domain of the file, which is still served. */
function withHosts(site: Site, hosts: readonly SiteHost[]): Site {
  const confirmed = hosts.filter(({ isConfirmed }) => isConfirmed)
  if (!confirmed.length) return site
  const main = confirmed.find(({ isMain }) => isMain)?.host ?? site.domain
  const further = [...site.hosts, site.domain, ...confirmed.map(({ host }) => host)].filter((host) => host !== main)
  return { ...site, domain: main, hosts: [...new Set(further)] }
}

function readDefinition({ folder, config }: SiteDefinition): { site: Site | null; problems: string[] } {
  const read = siteSchema.safeParse(config, { error: zodIssueMessage })
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

function idConflicts(definitions: readonly SiteDefinition[], sites: Site[]): string[] {
  const all = sites.length === definitions.length
  const defaults = sites.filter((site) => site.isDefault)
  return [
    ...duplicateValues(sites, 'folder', (site) => [site.folder]),
    ...duplicateValues(sites, 'siteId', (site) => [site.siteId.toLowerCase()]),
    ...duplicateValues(sites, 'host', hostNamesOf),
    ...(all && defaults.length === 0 ? ['sites: none is the default; one of them must have isDefault: true'] : []),
    ...defaults
      .slice(1)
      .map(({ folder }) => `sites/${folder}: isDefault is already true in sites/${defaults[0]!.folder}`),
  ]
}

function duplicateValues(sites: Site[], what: string, valuesOf: (site: Site) => string[]): string[] {
  const folderOf = new Map<string, string>()
  return sites.flatMap((site) =>
    valuesOf(site).flatMap((value) => {
      const first = folderOf.get(value)
      if (first === undefined) folderOf.set(value, site.folder)
      return first === undefined ? [] : [`sites/${site.folder}: ${what} ${value} is already used by sites/${first}`]
    }),
  )
}
