import { expect, test } from 'vitest'
import { storageFor } from '#domain/uploads/storage.ts'

const most = 5 * 1024 * 1024 * 0.8

test.each([
  ['nothing is kept yet', { localUsed: 0, hasIndexed: true }, 'local'],
  ['less than 80 % of local storage is used', { localUsed: most - 1, hasIndexed: true }, 'local'],
  ['80 % of local storage are used', { localUsed: most, hasIndexed: true }, 'indexed'],
  ['there is no local storage', { localUsed: null, hasIndexed: true }, 'indexed'],
  ['both are wanting', { localUsed: most, hasIndexed: false }, 'memory'],
] as const)('when %s', (_, found, kind) => expect(storageFor(found)).toBe(kind))
