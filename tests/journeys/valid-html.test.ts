import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { HtmlValidate } from 'html-validate'
import { expect } from 'vitest'
import { sitePages } from '#domain/sites/pages.ts'
import { getSharedApp } from '#tests/browser/harness.ts'
import { longTest } from '#tests/long-test.ts'

const app = await getSharedApp()
const { port } = new URL(app.address())
/** Matters of taste, which React decides. `autocapitalize` has no effect on a password, but is allowed. */
const notChecked = [
  'attr-case',
  'attribute-boolean-style',
  'doctype-style',
  'input-attributes',
  'no-inline-style',
  'no-trailing-whitespace',
  'valid-id',
  'void-style',
]
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: Object.fromEntries(notChecked.map((rule) => [rule, 'off'])),
})

/** The page as it is served. */
const served = (host: string, path: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { host: `${host}:${port}`, accept: 'text/html' }
    request({ host: '127.0.0.1', port, path, headers }, (answer) => text(answer).then(resolve, reject))
      .on('error', reject)
      .end()
  })

/** Every page of the registry, single shows and products among them, and pages outside of it. */
async function pathsOf(host: string): Promise<string[]> {
  const [tour, shop] = await Promise.all(['/tour', '/shop'].map((path) => served(host, path)))
  const links = [
    ...new Set([...`${tour}${shop}`.matchAll(/href="(\/(?:tour|shop)\/[a-z0-9-]+)"/g)].map(([, at]) => at!)),
  ]
  const fixed = Object.keys(sitePages).map((path) => path.replace('$token', 'x'))
  const others = ['/tour?past=include', '/nowhere', '/admin/login', '/api/docs']
  return [...fixed.filter((path) => !path.includes('$')), ...links, ...others]
}

longTest('the validator reports a wrong element and a missing text', async () => {
  const page =
    '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><ul><p>x</p></ul><img src="x"></body></html>'
  const { results } = await validator.validateString(page)
  const rules = results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))
  expect(rules).toEqual(expect.arrayContaining(['element-permitted-content', 'wcag/h37']))
})

longTest.each(['localhost', 'software.localhost', 'service.localhost', 'nobody.example'])(
  'every public page of %s is valid HTML',
  async (host) => {
    const problems: string[] = []
    for (const path of await pathsOf(host)) {
      const { results } = await validator.validateString(await served(host, path), path)
      for (const { messages } of results)
        for (const { ruleId, message, selector } of messages)
          problems.push(`${path} ${ruleId}: ${message} (${selector})`)
    }
    expect(problems).toEqual([])
  },
)
