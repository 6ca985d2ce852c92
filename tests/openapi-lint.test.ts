import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect } from 'vitest'
import { describe as describeApi } from '#api/openapi.ts'
import { apiOf } from '#tests/api.ts'
import { longTest } from '#tests/long-test.ts'

longTest('Redocly finds nothing in the OpenAPI document', async () => {
  // The document is made from the routes; none of them is called.
  const document = describeApi(apiOf({} as never, { websiteId: '0198c5b2-7a1e-7000-8000-000000000001' }))
  // `/exports/{token}/confirm` and `/exports/files/{token}` have different methods, and no token is called "files".
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
  const found = await lintFromString({ source: JSON.stringify(document), config })
  expect(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)).toEqual([])
})
