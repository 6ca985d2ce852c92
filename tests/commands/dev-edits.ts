/** What the tests of the dev server change in a copy of the project. */
export type DevServerEdit = {
  of: string
  file: string
  from: string
  to: string
  /** An address whose answer may show the edit. */
  at: string
}

/** An edit that writes its mark to the terminal, at a request or when the services are opened. */
const logged = (edit: Omit<DevServerEdit, 'to' | 'at'> & { mark: string; at?: string }): DevServerEdit => ({
  at: '/readyz',
  ...edit,
  to: `console.log('edited-${edit.mark}')\n${edit.from}`,
})

/** Modules that the services hold. */
export const serviceEdits: DevServerEdit[] = [
  {
    of: 'a domain text',
    file: 'src/domain/texts/own-words.ts',
    from: 'There is nothing at this address',
    to: 'edited-text',
    at: '/api/nothing-is-here',
  },
  logged({
    of: 'the database',
    file: 'src/server/db/pglite.ts',
    from: "assertNoOpenTransaction('ping')",
    mark: 'database',
  }),
  logged({
    of: 'the session lookup',
    file: 'src/api/accounts/auth-context.ts',
    from: 'const bearer =',
    mark: 'session',
    at: '/api/site',
  }),
  logged({
    of: 'the jobs',
    file: 'src/server/jobs/start-jobs.ts',
    from: 'await makeQueues(boss, jobs)',
    mark: 'jobs',
  }),
  logged({
    of: 'the mails',
    file: 'src/server/mail/mail-job.ts',
    from: 'const job: MailJob = defineJob({',
    mark: 'mails',
  }),
  logged({
    of: 'the payments',
    file: 'src/server/payments/stripe.ts',
    from: 'const client = new Stripe(',
    mark: 'payments',
  }),
  logged({
    of: 'the pictures',
    file: 'src/server/images/images.ts',
    from: 'const bySite = new Map',
    mark: 'pictures',
  }),
  {
    of: 'a page in Markdown',
    file: 'sites/musician/pages/history.md',
    from: 'The line from London',
    to: 'edited-markdown',
    at: '/history',
  },
]

/** Modules that are made again on the same services. */
export const reloadEdits: DevServerEdit[] = [
  {
    of: 'an API route',
    file: 'src/api/site/feeds-and-sitemap.ts',
    from: 'c.body(renderRobotsTxt',
    to: "c.body('# edited-route' + renderRobotsTxt",
    at: '/robots.txt',
  },
  {
    of: 'a React component',
    file: 'src/web/site/tour/tour-page.tsx',
    from: 'All dates in your calendar',
    to: 'edited-component',
    at: '/tour',
  },
  {
    of: 'the health check',
    file: 'src/app/http/health.ts',
    from: "c.text('ok')",
    to: "c.text('edited-health')",
    at: '/healthz',
  },
]

/** These get a syntax error in front of their first import. */
export const brokenFiles = { loadedByVite: 'src/server/mail/mail-job.ts', loadedByNode: 'src/app/process.ts' }
