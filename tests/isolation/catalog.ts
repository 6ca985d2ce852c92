import { roles } from '#server/db/access.ts'
import type { OwnerConnection } from '#server/db/migrations.ts'

/** What may differ from the rules, each with the reason why it is safe. */
export type Exceptions = {
  /** Tables that hold nothing of any website. */
  tablesWithoutSite?: Record<string, string>
  uniqueAcrossSites?: Record<string, string>
  definerFunctions?: Record<string, string>
}

const ours = `relnamespace = 'public'::regnamespace`
const oneSite = `(website_id = ( SELECT (NULLIF(current_setting('app.website_id'::text, true), ''::text))::uuid AS "nullif"))`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`
/** Materialised: the view computes the text of every policy each time it is read. */
const policies = `policies as materialized (select * from pg_policies where schemaname = 'public')`
const all = roles.map(text).join(', ')

/** Each rule is a query for violations; `what` is shown, and `name` identifies an exception. */
const rules: { why: string; except?: keyof Exceptions; query: string }[] = [
  {
    why: 'has no row-level security, or not for its owner',
    query: `select relname as what from pg_class where ${ours} and relkind in ('r', 'p')
      and not (relrowsecurity and relforcerowsecurity)`,
  },
  {
    why: 'lies in a schema without a guard',
    query: `select oid::regclass::text as what from pg_class where relkind in ('r', 'p', 'v', 'm', 'f')
      and relnamespace::regnamespace::text not in ('public', 'pgboss', 'drizzle', 'pg_catalog', 'information_schema', 'pg_toast')`,
  },
  {
    why: 'has no website_id that is always there',
    except: 'tablesWithoutSite',
    query: `select relname as what from pg_class where ${ours} and relkind in ('r', 'p') and not exists
      (select from pg_attribute where attrelid = pg_class.oid and attname = 'website_id' and attnotnull and atttypid = 'uuid'::regtype)`,
  },
  {
    why: 'lacks the policy that holds everyone to one site',
    except: 'tablesWithoutSite',
    query: `with ${policies} select relname as what from pg_class where ${ours} and relkind in ('r', 'p') and not exists
      (select from policies where tablename = relname and permissive = 'RESTRICTIVE'
        and cmd = 'ALL' and roles = '{public}' and qual = ${text(oneSite)} and with_check = ${text(oneSite)})`,
  },
  {
    why: 'has no policy that lets anyone do anything',
    query: `with ${policies} select relname as what from pg_class where ${ours} and relkind in ('r', 'p') and not exists
      (select from policies where tablename = relname and permissive = 'PERMISSIVE')`,
  },
  {
    why: 'is a permission that is not one of a role alone',
    query: `select tablename || ': ' || policyname as what from pg_policies where schemaname = 'public'
      and permissive = 'PERMISSIVE' and (cardinality(roles) <> 1 or roles[1] not in (${all})
        or policyname !~ ('^' || roles[1] || ' may ' || lower(cmd) || '( \\(.+\\))?$'))`,
  },
  {
    why: 'is a grant that no policy declares',
    query: `
      with ${policies}, declared as materialized (
        select tablename::text, role::text, command, coalesce(part, '') as part from policies, unnest(roles) as role,
          unnest(case cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[cmd] end) as command,
          unnest(case when policyname like '%)' then string_to_array(substring(policyname from '\\((.+)\\)$'), ', ')
            else array[null] end) as part
        where permissive = 'PERMISSIVE'
      ), granted as (
        select relname, relowner, null as attname, (aclexplode(relacl)).* from pg_class where ${ours}
        union all
        select relname, relowner, attname, (aclexplode(attacl)).* from pg_class join pg_attribute on attrelid = pg_class.oid
        where ${ours}
      ), named as (
        select relname::text, coalesce(attname::text, '') as part, privilege_type as command, is_grantable, relowner = grantee as own,
          case grantee when 0 then 'public' else grantee::regrole::text end as role
        from granted
      )
      select role || ' ' || command || ' ' || relname || case part when '' then '' else '.' || part end as what from named
      where not own and (is_grantable or (relname, role, command, part) not in (select tablename, role, command, part from declared))`,
  },
  {
    why: 'is a right outside of public',
    query: `select role || ' ' || nspname as what from pg_namespace, unnest(array[${all}]) as role
      where nspname in ('pgboss', 'drizzle') and has_schema_privilege(role, oid, 'usage, create')
      union all select role || ' create in public' from unnest(array[${all}, 'app']) as role
      where has_schema_privilege(role, 'public', 'create')`,
  },
  {
    why: 'is a view that looks with its owner’s eyes',
    query: `select relname as what from pg_class where ${ours} and (relkind = 'm'
      or (relkind = 'v' and not coalesce(reloptions && array['security_invoker=true', 'security_invoker=on'], false)))`,
  },
  {
    why: 'is a function that acts with its owner’s hands',
    except: 'definerFunctions',
    query: `select proname::text as what from pg_proc where prosecdef
      and pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
  },
  {
    why: 'is unique across sites, so one site would learn of another’s value',
    except: 'uniqueAcrossSites',
    query: `select indexrelid::regclass::text as what from pg_index join pg_class on pg_class.oid = indrelid where ${ours}
      and indisunique and not exists (select from pg_attribute where attrelid = indrelid and attname = 'website_id'
        and attnum = any (indkey))`,
  },
  {
    why: 'is a foreign key that may reach into another site',
    query: `select conname::text as what from pg_constraint
      join pg_attribute here on here.attrelid = conrelid and here.attname = 'website_id'
      join pg_attribute there on there.attrelid = confrelid and there.attname = 'website_id'
      where contype = 'f' and connamespace = 'public'::regnamespace
      and coalesce(confkey[array_position(conkey, here.attnum)], 0) <> there.attnum`,
  },
  {
    why: 'is a role with more than its name',
    query: `select rolname as what from pg_roles where rolname in (${all}, 'app') and (rolsuper or rolbypassrls
      or rolcreaterole or rolcreatedb or (rolname = 'app') <> rolcanlogin or (rolname = 'app' and rolinherit))
      union all select member::regrole || ' in ' || roleid::regrole from pg_auth_members where member::regrole::text in (${all})`,
  },
]

/** What in this database could let one site see or change another's rows. */
export async function findPolicyViolations(owner: OwnerConnection, exceptions: Exceptions = {}): Promise<string[]> {
  const found: string[] = []
  for (const { why, except, query } of rules) {
    const allowed = except ? (exceptions[except] ?? {}) : {}
    const rows = await owner.rows<{ what: string }>(query)
    found.push(...rows.filter(({ what }) => !(what in allowed)).map(({ what }) => `${what} ${why}`))
  }
  return found
}
