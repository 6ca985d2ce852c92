import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { expect } from 'vitest'
import { buildOpenApiDocument } from '#api/openapi.ts'
import { createTestApi } from '#tests/api.ts'
import { longTest } from '#tests/long-test.ts'

/** The document is made from the routes; none of them is called. */
const documentText = () =>
  JSON.stringify(
    buildOpenApiDocument(createTestApi({} as never, { websiteId: '0198c5b2-7a1e-7000-8000-000000000001' })),
  )

longTest('Redocly finds nothing in the OpenAPI document', async () => {
  // `/exports/{token}/confirm` and `/exports/files/{token}` have different methods, and no token is called "files".
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
  const found = await lintFromString({ source: documentText(), config })
  expect(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)).toEqual([])
})

longTest('Spectral finds nothing in the OpenAPI document', async () => {
  // Loading them takes seconds, which `npm test` does not have.
  const [{ Spectral }, { oas }] = await Promise.all([
    import('@stoplight/spectral-core'),
    import('@stoplight/spectral-rulesets'),
  ])
  const spectral = new Spectral()
  spectral.setRuleset({ extends: oas as RulesetDefinition })
  const found = await spectral.run(documentText())
  expect(found.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)).toEqual([])
})
