import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a file needs at run time, all the way down; types weigh nothing. */
function needs(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  if (!file.startsWith('#domain/')) return found
  const source = readFileSync(file.replace('#domain/', 'src/domain/'), 'utf8')
  for (const [, name] of source.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)) needs(name!, found)
  return found
}

const forPages = ['features', 'navigation', 'pages', 'public-site', 'site', 'theme']

test.each([...forPages.map((name) => `#domain/sites/${name}.ts`), '#domain/pages/content.ts'])(
  'a page that uses %s does not load zod',
  (file) => expect([...needs(file)]).not.toContain('zod'),
)

test('the schema does load zod, so the walk above sees it', () => {
  expect([...needs('#domain/sites/registry.ts')]).toContain('zod')
})
