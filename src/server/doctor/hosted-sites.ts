import type { OwnerConnection } from '#server/db/migrations.ts'
import { askEachSite, readRowsAs, tableExists } from '#server/doctor/each-site.ts'
import { type Finding, okFinding, warningFinding } from '#server/doctor/finding.ts'

const subject = 'Websites'
const soonMs = 7 * 86_400_000
const maxNamed = 5

type SiteRow = { website_id: string; name: string; suspended: boolean; delete_after: string | null }
type HostRow = { host: string; website_id: string }

/** The ids of the hosted sites; none before the migration that adds their table. */
export async function hostedSiteIds(owner: OwnerConnection): Promise<string[]> {
  if (!(await tableExists(owner, 'hosted_sites'))) return []
  const rows = await readRowsAs<SiteRow>(owner, 'worker', 'select website_id from hosted_sites')
  return rows.map(({ website_id }) => website_id)
}

/** Checks the hosted sites; no finding when there are none. */
export async function hostedSiteFindings(owner: OwnerConnection, now: Date): Promise<Finding[]> {
  if (!(await tableExists(owner, 'hosted_sites'))) return []
  const sites = await readRowsAs<SiteRow>(
    owner,
    'worker',
    `select website_id, name, suspended_at is not null as suspended, delete_after::text from hosted_sites order by created_at`,
  )
  const waiting = await readRowsAs<HostRow>(
    owner,
    'worker',
    'select host, website_id from site_hosts where confirmed_at is null order by host',
  )
  const stays = sites.filter(({ delete_after }) => delete_after === null)
  const deleted = new Set(sites.filter((site) => !stays.includes(site)).map(({ website_id }) => website_id))
  return [
    ...(sites.length ? [totalFinding(sites.length, stays)] : []),
    ...hostFindings(waiting.filter(({ website_id }) => !deleted.has(website_id))),
    ...(await ownerFindings(owner, stays)),
    ...deletionFindings(sites, now),
  ]
}

function totalFinding(count: number, stays: SiteRow[]): Finding {
  const suspended = stays.filter((site) => site.suspended)
  const closed = suspended.length ? `; suspended: ${namesOf(suspended)}` : ''
  return okFinding(subject, `${count} created in the admin area${closed}`)
}

function hostFindings(waiting: HostRow[]): Finding[] {
  if (!waiting.length) return []
  const message = `not confirmed, so not served: ${listOfNames(waiting.map(({ host }) => host))}`
  const fix = 'Point their DNS here and check it under Websites in the admin area, or confirm them there.'
  return [warningFinding(subject, message, fix)]
}

async function ownerFindings(owner: OwnerConnection, sites: SiteRow[]): Promise<Finding[]> {
  const websiteIds = sites.map(({ website_id }) => website_id)
  const query = 'select user_id::text from user_website_access limit 1'
  const answers = await askEachSite(owner, { websiteIds, role: 'auth_service' }, query)
  const having = new Set(answers.map(({ websiteId }) => websiteId))
  const without = sites.filter(({ website_id }) => !having.has(website_id))
  if (!without.length) return []
  const fix = 'The invitation may have expired or not arrived: invite the owner again under Websites in the admin area.'
  return [warningFinding(subject, `without an administrator: ${namesOf(without)}`, fix)]
}

function deletionFindings(sites: SiteRow[], now: Date): Finding[] {
  const isSoon = ({ delete_after }: SiteRow) => delete_after !== null && +new Date(delete_after) <= +now + soonMs
  const going = sites.filter(isSoon)
  if (!going.length) return []
  const fix = 'To keep one, restore it under Websites in the admin area. Its archive lies beside the backups and stays.'
  return [warningFinding(subject, `deleted for good within a week: ${namesOf(going)}`, fix)]
}

const namesOf = (sites: SiteRow[]): string => listOfNames(sites.map(({ name }) => name))

/** The first few names; there may be thousands. */
function listOfNames(names: string[]): string {
  const more = names.length - maxNamed
  return names.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
