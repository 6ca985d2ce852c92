import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { fallbackImagePath, imageBasePath } from '#domain/images/addresses.ts'
import { siteDocumentSchema } from '#domain/site-editor/document.ts'
import { fontPairNames } from '#domain/sites/fonts.ts'
import { generateTheme, withColourAndGradients } from '#domain/sites/palette.ts'
import type { Hex } from '#domain/sites/site.ts'
import { mainPart } from '#sections/kinds.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { pictures } from '#server/images/table.ts'
import { replacePictureInDraft } from '#server/site-editor/draft.ts'
import { publishJob } from '#server/site-editor/publish-job.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { openPublishQueue } from '#tests/fixtures/publish-queue.ts'
import { isLongRun } from '#tests/long-test.ts'

const publishAt = new Date(+now + 60_000)
const shape = { width: 800, height: 600 }
const hashes = ['0123456789abcdef', 'fedcba9876543210', '00112233aabbccdd'] as const
const addressOf = (hash: string) => fallbackImagePath({ base: imageBasePath(hash, 'photo'), asIs: null, ...shape })

const words = fc.stringMatching(/^[A-Za-zäöüéßŁ][A-Za-z0-9 ,.!&'-]{0,30}$/)
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value): Hex => `#${value.toString(16).padStart(6, '0')}`)
const link = fc.record({ target: fc.constantFrom('/', '/tour', '/contact', 'https://example.com/x'), label: words })
const links = fc.option(fc.array(link, { maxLength: 4 }))
const picture = fc.constantFrom(...hashes.map(addressOf))
const pageText = fc.record({ title: words, description: words, intro: words })
const message = { text: words, action: fc.option(link) }
const sections = fc
  .array(
    fc.oneof(
      fc.record({ kind: fc.constant('spacer'), size: fc.constantFrom('small', 'large'), line: fc.boolean() }),
      fc.record({
        kind: fc.constant('text'),
        heading: fc.option(words),
        text: words,
        image: fc.constant(null),
        action: fc.option(link),
        signed: fc.boolean(),
      }),
    ),
    { maxLength: 3 },
  )
  .map((placed) => placed.map((section, at) => ({ id: `section-${at}`, ...section })))
const ownPage = fc.record({
  title: words,
  address: fc.constantFrom('/deep-cuts', '/press-kit'),
  description: words,
  image: fc.constant(null),
  visibility: fc.constantFrom('published', 'unlisted', 'hidden'),
  sections,
})
const themes = fc
  .tuple(fc.record({ primary: hex, secondary: hex, accent: hex }), fc.boolean())
  .map(([bases, isUnreadable]) => {
    const theme = generateTheme(bases)
    return isUnreadable ? withColourAndGradients(theme, ['light', 'colours', 'primary', 600], '#ffeeee') : theme
  })

/** Parts with valid values. A theme may have colours that cannot be published. */
const values = fc.oneof(
  fc.tuple(fc.constant('identity'), fc.record({ name: words, tagline: words, description: words })),
  fc.tuple(fc.constant('copyright'), fc.record({ content: words, developer: fc.option(words) })),
  fc.tuple(fc.constant('navigation'), fc.record({ main: links, footer: links })),
  fc.tuple(
    fc.constant('branding'),
    fc.record({ logo: fc.record({ light: picture, dark: picture }), signature: fc.constant(null) }),
  ),
  fc.tuple(
    fc.constant('style'),
    fc.record({ fonts: fc.constantFrom(...fontPairNames), radius: fc.integer({ min: 0, max: 20 }) }),
  ),
  fc.tuple(fc.constant('page-contact'), pageText),
  fc.tuple(
    fc.constant('text-history'),
    fc
      .tuple(words, picture)
      .map(([title, address]) => ({ title, description: title, markdown: `${title}\n\n![x](${address})` })),
  ),
  fc.tuple(fc.constant('theme'), themes),
  fc.tuple(fc.constant('notFound'), fc.record({ title: words, ...message })),
  fc.tuple(fc.constant('sections-home'), fc.record({ sections })),
  fc.tuple(
    fc.constant('sections-tour'),
    sections.map((before) => ({ sections: [...before, mainPart] })),
  ),
  fc.tuple(fc.constantFrom('own-a', 'own-b'), ownPage),
)

const plainSteps = ['publish', 'discard', 'schedule', 'cancel', 'come due', 'delete awards', 'undo'] as const
const editedParts = 'identity copyright navigation branding style page-contact text-history theme notFound sections own'

/** `own` for `own-a`. */
const partKind = (part: string) => part.replace(/^(sections|own)-.*/, '$1')
/** All that a long run must have done at least once. */
const allSteps = [
  ...plainSteps,
  ...['restore', 'delete', 'replace'],
  ...editedParts.split(' ').flatMap((part) => [`save ${part}`, `reset ${part}`]),
]

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('save' as const), edit: values }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reset' as const), edit: values.map(([part]) => [part, null] as const) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(...plainSteps),
    }),
  },
  {
    weight: 4,
    // One of the versions that there are by then.
    arbitrary: fc.record({ kind: fc.constantFrom('restore', 'restore', 'delete'), pick: fc.nat(5) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), from: fc.nat(2), to: fc.nat(2) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  await openAccounts(database)
  await openPublishQueue(database)

  async function newTestSite() {
    const site = await createTestSite(database)
    const userId = newId()
    const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, { cache }),
    )
    await site.as('administrator', (tx) =>
      tx
        .insert(pictures)
        .values(hashes.map((hash) => ({ hash, name: 'photo', bytes: 1, ...shape, fileName: `${hash}.jpg` }))),
    )
    const ask = async (path: string, init?: RequestInit) => {
      const answer = await owner!.request(`/api/admin${path}`, init)
      return { status: answer.status, body: await answer.json() }
    }
    const post = (path: string, body: object = {}) => ask(path, jsonRequest(body))
    const starter = { ...siteFrom(minimalSite()), siteId: site.websiteId, origin: 'http://localhost' }
    const job = publishJob({
      starterOf: () => starter,
      clock: () => publishAt,
      invalidate: () => cache.invalidate(site.websiteId, 'site'),
    })
    const asWorker = <T>(work: (tx: SiteTx) => Promise<T>) =>
      inSite(database, { websiteId: site.websiteId, role: 'worker' }, work)
    return {
      ask,
      post,
      save: (part: string, value: unknown, sequence: number) =>
        ask(`/site/draft/parts/${part}`, jsonRequest({ value, sequence }, { method: 'PUT' })),
      rows: () => site.as('administrator', (tx) => tx.select().from(siteVersions).orderBy(siteVersions.number)),
      nameShown: async () => (await (await visitor!.request('/api/site')).json()).name,
      replace: (from: string, to: string) =>
        site.as('administrator', (tx) =>
          replacePictureInDraft(tx, { hash: from, address: addressOf(to) }, { userId, now }),
        ),
      comeDue: (number: number) =>
        job.perform(
          { number, publishAt: publishAt.toISOString() },
          { websiteId: site.websiteId, inSite: asWorker, finish: asWorker, signal: new AbortController().signal },
        ),
    }
  }
  type TestSite = Awaited<ReturnType<typeof newTestSite>>
  type Row = Awaited<ReturnType<TestSite['rows']>>[number]
  const inState = (rows: Row[], state: string) => rows.filter((row) => row.state === state)

  async function take(site: TestSite, step: Step, undo: { id: string | null }): Promise<number> {
    const { ask, post, save, rows, comeDue, replace } = site
    const { sequence } = (await ask('/site/draft')).body
    const chosen = async (pick: number) => {
      const all = await rows()
      return all[pick % all.length]?.number ?? 1
    }
    switch (step.kind) {
      case 'save':
      case 'reset':
        return (await save(step.edit[0], step.edit[1], sequence)).status
      case 'replace':
        await replace(hashes[step.from]!, hashes[step.to]!)
        return 200
      case 'publish':
      case 'discard':
        return (await post(`/site/draft/${step.kind}`, { sequence, ...(step.kind === 'publish' && { note: '' }) }))
          .status
      case 'schedule':
        return (await post('/site/draft/schedule', { sequence, note: '', publishAt })).status
      case 'cancel':
        return (await post('/site/scheduled/cancel')).status
      case 'come due': {
        const [scheduled] = inState(await rows(), 'scheduled')
        if (scheduled) await comeDue(scheduled.number)
        return 200
      }
      case 'restore':
        return (await post(`/site/versions/${await chosen(step.pick)}/restore`)).status
      case 'delete': {
        const headers = { origin: 'http://localhost' }
        return (await ask(`/site/versions/${await chosen(step.pick)}`, { method: 'DELETE', headers })).status
      }
      case 'delete awards': {
        const { items } = (await ask('/awards')).body
        const ids = items.map(({ id }: { id: string }) => id)
        const { body } = await post('/awards/bulk-delete', { ids: ids.length ? ids : [newId()] })
        undo.id = body.undo ?? undo.id
        return 200
      }
      case 'undo': {
        if (!undo.id) return 200
        const { status } = await post(`/undo/${undo.id}`)
        undo.id = null
        return status
      }
    }
  }

  /** What must be true of the versions, whatever was done. */
  function checkVersions(before: Row[], after: Row[], step: Step): void {
    for (const { document } of after) expect(siteDocumentSchema.safeParse(document).error).toBeUndefined()
    for (const state of ['draft', 'scheduled', 'published'])
      expect(inState(after, state).length, state).toBeLessThanOrEqual(1)
    // Once published, something always is.
    if (inState(before, 'published').length) expect(inState(after, 'published')).toHaveLength(1)
    // Nothing that was scheduled before takes back what was published after it.
    const [published] = inState(after, 'published')
    if (published && published.number !== inState(before, 'published')[0]?.number)
      expect(inState(after, 'scheduled')).toEqual([])
    // No version is lost but by a delete, and only a draft is ever changed.
    const isEdit = ['save', 'reset', 'replace'].includes(step.kind)
    for (const row of before) {
      const now = after.find(({ number }) => number === row.number)
      if (!now) expect([step.kind, row.state]).toEqual(['delete', 'superseded'])
      else if (!(isEdit && row.state === 'draft')) expect(now.document).toEqual(row.document)
    }
  }

  test('random sequences of site editor actions keep documents valid and lose none', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const site = await newTestSite()
        const undo: { id: string | null } = { id: null }
        let before = await site.rows()
        for (const each of steps) {
          const status = await take(site, each, undo)
          expect(status, each.kind).toBeLessThan(500)
          if (status === 200) seen.add('edit' in each ? `${each.kind} ${partKind(each.edit[0])}` : each.kind)
          const after = await site.rows()
          checkVersions(before, after, each)
          const shown = inState(after, 'published')[0]?.document.identity?.name ?? 'Example'
          expect(await site.nameShown()).toBe(shown.trim())
          before = after
        }
      }),
      { numRuns: isLongRun ? 300 : 20 },
    )
    if (isLongRun) expect([...seen].sort()).toEqual(allSteps.toSorted())
  })

  const identity = (name: string) => ({ name, tagline: 'Songs', description: 'A singer.' })

  test('of two concurrent publications one succeeds', async () => {
    const { post, save, rows } = await newTestSite()
    for (const name of ['First', 'Second']) {
      const draft = (await save('identity', identity(name), 1_000)).body.draft
      const publish = () => post('/site/draft/publish', { sequence: draft.sequence, note: '' })
      const answers = await Promise.all([publish(), publish(), publish()])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      const all = await rows()
      expect(inState(all, 'published').map(({ document }) => document.identity?.name)).toEqual([name])
      expect(inState(all, 'draft')).toEqual([])
    }
  })

  test('a publication and a restore at the same moment lose neither the draft nor the version', async () => {
    const { post, save, rows } = await newTestSite()
    const first = (await save('identity', identity('First'), 0)).body.draft
    await post('/site/draft/publish', { sequence: first.sequence, note: '' })
    for (let round = 0; round < 5; round++) {
      const name = `Draft ${round}`
      const draft = (await save('identity', identity(name), 1_000_000)).body.draft
      const before = await rows()
      const [published, restored] = await Promise.all([
        post('/site/draft/publish', { sequence: draft.sequence, note: '' }),
        post('/site/versions/1/restore'),
      ])
      expect(restored.status).toBe(200)
      expect([200, 409]).toContain(published.status)
      const after = await rows()
      checkVersions(before, after, { kind: 'restore', pick: 0 })
      expect(inState(after, 'draft').map(({ document }) => document.identity?.name)).toEqual(['First'])
      const kept = after.find(({ number }) => number === draft.number)
      expect([kept?.state, kept?.document.identity?.name]).toEqual([
        published.status === 200 ? 'published' : 'superseded',
        name,
      ])
    }
  })
})
