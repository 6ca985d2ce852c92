/**
 * For how many seconds nobody has been there to work on jobs, also while there is none. Whoever works on them looks after
 * the queues every quarter of a minute (`start.ts`), and pg-boss notes when; whoever only hands jobs in never does. Where
 * nobody ever has, it is as long as there are queues.
 */
export const silentFor = `select coalesce(extract(epoch from now() - coalesce(max(monitor_claim_on), min(created_on))), 0)::float
  from pgboss.queue`

/** More than a restart takes, and many times as long as a worker is silent between two looks. */
export const tooSilent = 300
