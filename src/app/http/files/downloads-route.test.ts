import { expect, test } from 'vitest'
import { Route } from '#app/routes/_site/downloads.$token.tsx'

test('serves downloads on a site whose shop is off', () => {
  expect(Route.options).not.toHaveProperty('beforeLoad')
})
