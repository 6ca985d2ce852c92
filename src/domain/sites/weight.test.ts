import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** All modules that a file imports at run time, transitively; type imports do not count. */
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
  '%s does not import zod, directly or indirectly',
  (file) => expect([...needs(file)]).not.toContain('zod'),
)

test('the import check finds zod in the registry', () => {
  expect([...needs('#domain/sites/registry.ts')]).toContain('zod')
})
