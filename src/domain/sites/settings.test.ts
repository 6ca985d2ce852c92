import { describe, expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { applySettings, emptySettings, maxSocialLinks, SettingsDraft } from '#domain/sites/settings.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

const link = (changes: object = {}) => ({
  link: 'https://social.example/artist',
  icon: 'facebook',
  label: 'Facebook',
  ...changes,
})

function problems(draft: object): Record<string, string> {
  const read = SettingsDraft.safeParse({ contactEmail: null, social: null, ...draft })
  return Object.fromEntries(read.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

describe('settings of the owner', () => {
  test('trims the contact address of the site, and stores a blank one as null', () => {
    expect(SettingsDraft.parse({ contactEmail: ' <b>a@site.example</b> ', social: null }).contactEmail).toBe(
      'a@site.example',
    )
    expect(SettingsDraft.parse({ contactEmail: '  ', social: [] })).toEqual({ contactEmail: null, social: [] })
  })

  test.each(['nobody', 'a@b', 'a..b@site.example', 'a@site.example, b@site.example'])(
    'rejects the contact address %s',
    (typed) => {
      expect(Object.keys(problems({ contactEmail: typed }))).toEqual(['contactEmail'])
    },
  )

  test.each([
    'http://social.example',
    'javascript:alert(1)',
    'https://a:b@social.example',
    'https://so cial.example',
    '/artist',
    'mailto:a@site.example',
    '',
  ])('rejects the social link %j', (address) => {
    expect(problems({ social: [link({ link: address })] })).toEqual({
      'social.0.link': 'Please enter an address that begins with https://.',
    })
  })

  test('names the row and field of an invalid social link', () => {
    expect(problems({ social: [link(), link({ icon: 'myspace', label: ' ' })] })).toEqual({
      'social.1.icon': 'Please choose an icon.',
      'social.1.label': 'Please fill this in.',
    })
    expect(problems({ social: [link(), link({ label: 'Again' })] })).toEqual({
      'social.1.link': 'This address is in the list twice.',
    })
  })

  test('limits the number of social links', () => {
    const many = Array.from({ length: maxSocialLinks + 1 }, (_, n) => link({ link: `https://social.example/${n}` }))
    expect(problems({ social: many.slice(1) })).toEqual({})
    expect(problems({ social: many })).toEqual({ social: 'Please use at most 20 links.' })
  })
})

test('settings of the owner replace fields of the site file and keep the others', () => {
  const site = siteWithDefaults(minimalSite({ contact: { email: 'file@site.example' } }))
  expect(applySettings(site, emptySettings)).toEqual(site)
  const changed = applySettings(site, { ...emptySettings, contactEmail: 'new@site.example', social: [] })
  expect(changed).toEqual({ ...site, contact: { email: 'new@site.example' }, social: [] })
})
