import type { Context } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { humanCheckAction } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import { hostsOf } from '#domain/sites/host-name.ts'
import { spendCheck } from '#server/contact/human-check.ts'

/** For what is open to everybody until there is too much of it: whoever goes on shows that they are human, each time. */
export async function passHumanCheck(c: Context<ApiEnv>, token: string | undefined): Promise<void> {
  const { site, now, auth, contactService } = c.var
  if (!token) throw new Refusal('human-check-pending')
  const place = { websiteId: site.siteId, hosts: hostsOf(site), address: auth.address, action: humanCheckAction, now }
  const passed = await contactService.check.verify(token, place)
  await c.var.asVisitor((tx) => spendCheck(tx, passed))
}
