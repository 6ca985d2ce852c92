import { globSync, readdirSync, readFileSync } from 'node:fs'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { describe, expect, test } from 'vitest'
import { bothEngines, openAsSuperuser } from '#tests/database.ts'
import { type Exceptions, findPolicyViolations } from '#tests/isolation/catalog.ts'

const guarded = (name: string, columns = 'website_id uuid not null, id uuid not null') => `
  create table ${name} (${columns}, primary key (website_id, id));
  alter table ${name} enable row level security;
  alter table ${name} force row level security;
  create policy "site only" on ${name} as restrictive
    using (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid))
    with check (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));
  create policy "visitor may select" on ${name} for select to visitor using (true);`

const mistakes: [mistake: string, statements: string, found: string][] = [
  ['a table with nothing at all', 'create table bare (id int)', 'bare has no row-level security'],
  ['a table without a website', 'create table bare (id int)', 'bare has no website_id'],
  ['a table without a site policy', 'create table bare (id int)', 'bare lacks the policy'],
  [
    'security that its owner escapes',
    'alter table performances no force row level security',
    'performances has no row-level security, or not for its owner',
  ],
  [
    'a website that may be missing',
    'alter table performances drop constraint performances_website_id_id_pk; alter table performances alter website_id drop not null',
    'performances has no website_id',
  ],
  [
    'a site policy that holds only when reading',
    `${guarded('notes')} alter policy "site only" on notes with check (true)`,
    'notes lacks the policy',
  ],
  [
    'a site policy for some roles',
    `${guarded('notes')} alter policy "site only" on notes to visitor`,
    'notes lacks the policy',
  ],
  [
    'a table that no role may use',
    `${guarded('notes')} drop policy "visitor may select" on notes`,
    'notes has no policy that lets anyone',
  ],
  ['a table in another schema', 'create schema attic; create table attic.box (id int)', 'attic.box lies in a schema'],
  ['a stray grant', 'grant insert on performances to visitor', 'visitor INSERT performances is a grant'],
  ['a stray grant on a column', 'grant update (venue) on performances to worker', 'worker UPDATE performances.venue'],
  ['a grant of more columns', 'grant update on websites to worker', 'worker UPDATE websites is a grant'],
  ['a grant to everyone', 'grant select on performances to public', 'public SELECT performances is a grant'],
  ['a grant to the login', 'grant select on performances to app', 'app SELECT performances is a grant'],
  [
    'a right to empty a table',
    'grant truncate on performances to administrator',
    'administrator TRUNCATE performances',
  ],
  ['a right on the jobs', 'grant usage on schema pgboss to worker', 'worker pgboss is a right outside'],
  [
    'a permission for everyone',
    'create policy "all may select" on performances using (true)',
    'all may select is a permission',
  ],
  ['a view', 'create view everything as select * from performances', 'everything is a view'],
  ['a materialized view', 'create materialized view kept as select * from performances', 'kept is a view'],
  [
    'a function with its owner’s rights',
    'create function peek() returns bigint language sql security definer as $$ select count(*) from performances $$',
    'peek is a function',
  ],
  [
    'a unique index across sites',
    'create unique index one_venue on performances (venue)',
    'one_venue is unique across',
  ],
  [
    'a foreign key without the website',
    `${guarded('notes', 'website_id uuid not null, id uuid not null unique')}
      ${guarded('replies', 'website_id uuid not null, id uuid not null, note uuid references notes (id)')}`,
    'replies_note_fkey is a foreign key',
  ],
  ['a role above the policies', 'alter role worker bypassrls', 'worker is a role with more'],
  ['a role within a role', 'grant administrator to visitor', 'visitor in administrator is a role'],
]

/**
 * People have one account for all websites; only the role `auth_service` reaches it. Which websites there are, and their
 * hosts, every process reads for all of them.
 */
const accounts: Exceptions = {
  tablesWithoutSite: {
    users: 'a person has one account for all websites',
    factors: 'belong to a person',
    recovery_codes: 'belong to a person',
    installation_limits: 'counts attempts at accounts, under names that identify no person',
    platform_access: 'belongs to a person, and is about the installation',
    hosted_sites: 'every process serves all websites; people with platform access list them',
    site_hosts: 'every process serves all hosts; a host belongs to one website of the installation',
  },
  uniqueAcrossSites: {
    users_pkey: 'a person has one account for all websites',
    users_email: 'an address has one account; signing up answers the same whether or not it is taken',
    factors_pkey: 'belong to a person',
    factors_one_verified: 'belong to a person',
    recovery_codes_user_id_code_hash_pk: 'belong to a person',
    installation_limits_pkey: 'counts attempts at accounts, under names that identify no person',
    platform_access_pkey: 'belongs to a person',
    site_hosts_pkey: 'a host belongs to one website; only people with platform access learn that it is taken',
  },
}

describe.each(bothEngines)('on %s', async (engine) => {
  const owner = await openAsSuperuser(engine)

  test('no table, view or function lets one site reach another', async () => {
    expect(await findPolicyViolations(owner, accounts)).toEqual([])
  })

  test('only auth_service reaches accounts, and only the worker and people with platform access reach hosts', async () => {
    const tables = Object.keys(accounts.tablesWithoutSite!).map((name) => `'${name}'`)
    const reached = await owner.rows<{ at: string; may: string }>(
      `select tablename::text as at, string_agg(policyname, ', ' order by policyname) as may from pg_policies
        where tablename in (${tables}) group by 1`,
    )
    const onlyAccounts = 'auth_service may all'
    expect(Object.fromEntries(reached.map(({ at, may }) => [at, may]))).toEqual({
      users: onlyAccounts,
      factors: onlyAccounts,
      recovery_codes: onlyAccounts,
      installation_limits: onlyAccounts,
      platform_access: 'auth_service may all, platform may select',
      hosted_sites:
        'platform may insert, platform may select, platform may update (suspended_at, delete_after), worker may select',
      site_hosts: 'platform may all, worker may select',
    })
  })
})

describe('the check of the catalogue', async () => {
  const owner = await openAsSuperuser('postgres')

  test.each(mistakes)('finds %s', async (_, statements, found) => {
    await owner.run(`begin; ${statements}`)
    try {
      expect(await findPolicyViolations(owner)).toContainEqual(expect.stringContaining(found))
    } finally {
      await owner.run('rollback')
    }
  })

  test('the catalog check accepts a correct table, a safe view and a named exception', async () => {
    await owner.run(`begin; ${guarded('notes')}
      grant select on notes to visitor;
      create view shown with (security_invoker = true) as select * from performances;
      create unique index one_venue on performances (venue)`)
    try {
      const exceptions = {
        ...accounts,
        uniqueAcrossSites: { ...accounts.uniqueAcrossSites, one_venue: 'for this test' },
      }
      expect(await findPolicyViolations(owner, exceptions)).toEqual([])
    } finally {
      await owner.run('rollback')
    }
  })
})

test('the migrations match the table definitions', async () => {
  const tables = globSync('src/server/*/*table.ts')
  expect(tables.length).toBeGreaterThan(1)
  const modules = await Promise.all(tables.map((file) => import(`../../${file}`)))
  const snapshots = readdirSync('migrations/meta')
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
  const last = JSON.parse(readFileSync(`migrations/meta/${snapshots.at(-1)}`, 'utf8'))
  const now = generateDrizzleJson(Object.assign({}, ...modules), last.id, ['public'], 'snake_case')
  expect(await generateMigration(last, now), 'run `npm run migrations`').toEqual([])
})
