/**
 * What hangs on an address, an order or a download, or is sealed, and is not in the copy that somebody gets of what is
 * held on them, and why not. A test compares this with what the database has; only `rate_limits` it cannot find there.
 */
export const leftOut: Readonly<Record<string, string>> = {
  data_exports: 'It is the request for the copy and the copy itself, and is gone after a day.',
  stock_movements: 'It says how many pieces left the shelf, which the items and events of the order say too.',
  one_time_tokens: 'It is a link that was mailed to the address, of use only while it is secret, and ends within days.',
  activity_logs: 'It says what those who run the site did; what that was to an order, its events say too.',
  rate_limits: 'It counts tries for at most a day, under names from which nobody can be told.',
  factors: 'The secret of a second factor would let whoever gets hold of the copy sign in.',
}
