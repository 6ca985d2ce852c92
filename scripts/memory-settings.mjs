// How little memory a server takes beside what it uses. The units in deploy/ and the Containerfile say the same
// (tests/deploy.test.ts).

/** V8 lets its heap grow to a multiple of what is used, the more memory a machine has, and new objects to tens of MB. */
export const nodeFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40']

/**
 * The C library keeps what was freed: for each thread in an arena of its own, and the more the larger the largest block
 * was. Compilers of V8 use up to a hundred megabytes for a moment. With a fixed threshold it is given back.
 */
export const environment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}
