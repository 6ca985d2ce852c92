import { expect, test } from 'vitest'
import { filledSite } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { leastSite } from '#tests/fixtures/domain/sites.ts'
import { screenName } from '#web/admin/shell/screen-name.ts'

const site = publicSite(filledSite(leastSite()))

test.each([
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/settings', 'Settings'],
  ['/admin/settings/anything', 'Settings'],
  ['/admin/change-password', 'Change Password'],
  ['/admin/activity', 'Activity log'],
  ['/admin/elsewhere', site.name],
])('%s is called %s', (path, name) => expect(screenName(site, path)).toBe(name))
