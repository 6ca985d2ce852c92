import { Link, useRouter } from '@tanstack/react-router'
import type { SystemAnswer } from '#api/admin/system.ts'
import { DefinitionList, type DefinitionListRow } from '#web/admin/settings/definition-list.tsx'
import { FailedJobs } from '#web/admin/settings/failed-jobs.tsx'
import { FailedMails } from '#web/admin/settings/failed-mails.tsx'
import { systemQuery } from '#web/admin/settings/settings-query.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Failed mails and jobs, and what the installation runs on. */
export function SystemPanel() {
  const { api } = useRouter().options.context
  return (
    <QueryBoundary query={systemQuery(api)}>
      {(system) => (
        <div className="grid gap-10">
          {[system.warning, system.publishedProblem].map(
            (warning) =>
              warning && (
                <p key={warning} className="border-warning-ink border-l-4 bg-raised px-4 py-2.5 font-medium">
                  {warning}
                </p>
              ),
          )}
          <FailedMails mails={system.mails} />
          <FailedJobs jobs={system.jobs} />
          <div className="grid gap-10 lg:grid-cols-2">
            <ScreenSection
              title="Services"
              intro="The same for all websites of this installation. Set in the environment of the server."
            >
              <DefinitionList
                facts={system.parts.map(({ part, runsOn, embedded }) => [
                  part,
                  embedded ? `${runsOn}, embedded` : runsOn,
                ])}
              />
            </ScreenSection>
            <ScreenSection title="This installation" intro={<ActivityLink />}>
              <Installation system={system} />
            </ScreenSection>
          </div>
        </div>
      )}
    </QueryBoundary>
  )
}

const ActivityLink = () => (
  <>
    The log of who changed what, and when, is the{' '}
    <Link to="/admin/activity" className="underline underline-offset-4">
      activity log
    </Link>
    .
  </>
)

function Installation({ system: { version, builtAt, database, room, backup } }: { system: SystemAnswer }) {
  const { locale } = useWebsite()
  const facts: DefinitionListRow[] = [
    ['Version', `Stagedoor ${version}`],
    ['Built', builtAt ? <LocalTimestamp key="built" at={builtAt} /> : 'Runs from source'],
    ['Database', database],
    ['Last backup', backup.lastAt ? <LocalTimestamp key="backup" at={backup.lastAt} /> : noBackup(backup.areAutomatic)],
    ['Disk', room ? `${size(room.free, locale)} free of ${size(room.total, locale)}` : 'Unknown'],
  ]
  return <DefinitionList facts={facts} />
}

const noBackup = (areAutomatic: boolean) =>
  areAutomatic
    ? 'None yet. The first one is made a few minutes after the start.'
    : 'None found. This server makes none by itself; README.md says how to make them.'

/** In gigabytes, as disks are sold. */
function size(bytes: number, locale: string): string {
  return `${new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(bytes / 1e9)} GB`
}
