import { expect, test } from 'vitest'
import { Route } from '#app/routes/_site/downloads.$token.tsx'

test('what was sold can be had where nothing is sold any more', () => {
  expect(Route.options).not.toHaveProperty('beforeLoad')
})
