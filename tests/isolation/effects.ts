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

/** Records every committed row change from now on; a rollback leaves nothing here either. */
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
    /** The changes since the last call. */
    taken: async (): Promise<Effect[]> =>
      rows<Effect>(`with gone as (delete from watch.effects returning named, website_id)
        select named as table, website_id as "websiteId" from gone`),
  }
}

/** Attempt counters and the last use of a session change with any request. */
const counted = new Set(['rate_limits', 'installation_limits', 'sessions'])
export const isChange = ({ table }: Effect): boolean => !counted.has(table)
