import { roles } from '#server/db/roles.ts'

const everyone = roles.join(', ')

/**
 * Makes the rights of all roles exactly what the policies of the tables say, and binds the tables' owner by them too.
 * Policies are named by `may`; columns stand in brackets at the end of the name.
 */
export const grants = `
do $$
declare
  tables constant text[] := (select coalesce(array_agg(oid::regclass::text), '{}') from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relforcerowsecurity);
  at text;
  rule record;
begin
  foreach at in array tables loop
    execute format('alter table %s force row level security', at);
  end loop;
  revoke all on schema public from public, ${everyone};
  revoke all on all tables in schema public from public, ${everyone};
  revoke all on all sequences in schema public from public, ${everyone};
  grant usage on schema public to ${everyone};
  for rule in
    select format('%I.%I', schemaname, tablename) as on_table, to_role,
      case cmd when 'ALL' then 'select, insert, update, delete' else cmd end as deed,
      coalesce(substring(policyname from ' (\\(.+\\))$'), '') as on_columns
    from pg_policies, unnest(roles) as to_role
    where schemaname = 'public' and permissive = 'PERMISSIVE'
  loop
    execute format('grant %s %s on %s to %I', rule.deed, rule.on_columns, rule.on_table, rule.to_role);
  end loop;
end $$`
