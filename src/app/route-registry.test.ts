import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sitePages } from '#domain/sites/pages.ts'

test('route files of the public site and entries of the page registry match', () => {
  const files = globSync('src/app/routes/_site/[!-]*.tsx').map((file) => file.replace(/^.*\/|\.tsx$/g, ''))
  const paths = files
    .filter((name) => name !== '$')
    .map((name) => `/${name.replace(/(^|\.)index$/, '').replaceAll('.', '/')}`)
  expect(paths.sort()).toEqual(Object.keys(sitePages).sort())
})
