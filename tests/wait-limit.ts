/**
 * How long a test waits before it fails with what it waited for. Speed is measured by the benchmarks: a busy machine is
 * slow, and an empty installation creates its demo content first.
 */
export const waitLimitMs = 180_000
