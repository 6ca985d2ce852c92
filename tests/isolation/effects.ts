import type { TwoSites } from '#tests/isolation/two-sites.ts'

export type Effect = { table: string; websiteId: string | null }

const watching = [
  'create schema watch',
  'create table watch.effects (at bigserial primary key, named text not null, website_id uuid)',
  `create function watch.note() returns trigger language plpgsql security definer as $$
    declare
      changed jsonb := to_jsonb(coalesce(new, old));
    begin
      insert into watch.effects (named, website_id)
        values (tg_argv[0], coalesce(changed ->> 'website_id', changed -> 'data' ->> 'websiteId')::uuid);
      return null;
    end $$`,
]

/** Writes down each row that anybody changes from now on, for good: what is rolled back leaves nothing here either. */
export async function watchEffects({ rows, run }: Pick<TwoSites, 'rows' | 'run'>) {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const statement of watching) await run(statement)
  for (const [place, name] of [...tables.map(({ name }) => ['public', name]), ['pgboss', 'job']])
    await run(
      `create trigger watched after insert or update or delete on ${place}."${name}"
        for each row execute function watch.note('${name}')`,
    )
  return {
    /** What has changed since it was last asked. */
    taken: async (): Promise<Effect[]> =>
      rows<Effect>(`with gone as (delete from watch.effects returning named, website_id)
        select named as table, website_id as "websiteId" from gone`),
  }
}

/** How often somebody tried something, and when a session was last used: these are counted whatever is asked. */
const counted = new Set(['rate_limits', 'installation_limits', 'sessions'])
export const isChange = ({ table }: Effect): boolean => !counted.has(table)
