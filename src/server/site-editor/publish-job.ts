import type { PublishingProblem } from '#domain/site-editor/publishing-problems.ts'
import type { Site } from '#domain/sites/site.ts'
import { administratorEmails } from '#server/accounts/access.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { asRole } from '#server/db/in-site.ts'
import { defineJob, type Job, PermanentJobError } from '#server/jobs/job.ts'
import { queueMail } from '#server/mail/queue.ts'
import { renderMail } from '#server/mail/template.ts'
import { cancelScheduledPublication, publishVersion, versionProblems } from '#server/site-editor/publishing.ts'
import { type PublicationRequest, publishJobType } from '#server/site-editor/request-publication.ts'
import { lockVersions, versionInState } from '#server/site-editor/versions.ts'

type Deps = {
  /** The website as its file has it, with its origin; null when it is not configured here. */
  starterOf: (websiteId: string) => (Site & { origin: string }) | null
  clock: () => Date
  invalidate: (websiteId: string) => void
}

/** Publishes a scheduled version when its time has come. One that cannot be published is a draft again. */
export function publishJob({ starterOf, clock, invalidate }: Deps): Job<PublicationRequest> {
  return defineJob({
    ...publishJobType,
    run: async ({ number, publishAt }, { websiteId, finish }) => {
      const starter = starterOf(websiteId)
      if (!starter) throw new PermanentJobError('the website is not configured here')
      await finish(async (tx) => {
        await lockVersions(tx)
        const scheduled = await versionInState(tx, 'scheduled')
        // Its schedule was cancelled or changed since.
        if (scheduled?.number !== number || scheduled.publishAt?.toISOString() !== publishAt) return
        const context = { userId: null, now: clock() }
        const problems = await versionProblems(tx, starter, scheduled)
        if (!problems.length) return void (await publishVersion(tx, scheduled, context))
        await cancelScheduledPublication(tx, context)
        await mailProblems(tx, starter, { number, problems })
      })
      invalidate(websiteId)
    },
  })
}

async function mailProblems(
  tx: SiteTx,
  site: Site & { origin: string },
  { number, problems }: { number: number; problems: PublishingProblem[] },
): Promise<void> {
  const content = renderMail({
    site,
    heading: 'Your website was not published',
    paragraphs: [
      `Version ${number} of ${site.name} was to be published now, and could not be. Visitors still see the version before it.`,
      problems.map(({ text }) => text).join('\n'),
    ],
    action: { label: 'Open the draft', href: `${site.origin}/admin/site` },
  })
  const emails = await asRole(tx, 'auth_service', () => administratorEmails(tx))
  for (const to of emails)
    await queueMail(tx, { to, subject: `${site.name}: your website was not published`, ...content })
}
