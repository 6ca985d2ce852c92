import type { Context } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'
import { spendCheck } from '#server/contact/actions.ts'

/** For what is open to everybody until there is too much of it: whoever goes on shows that they are human, each time. */
export async function passHumanCheck(c: Context<ApiEnv>, token: string | undefined): Promise<void> {
  const { site, now, desk, contactDesk } = c.var
  if (!token) throw new Refusal('human-check-pending')
  const hosts = [site.domain, ...site.hosts]
  const passed = await contactDesk.check.verify(token, { websiteId: site.siteId, hosts, address: desk.address, now })
  await c.var.asVisitor((tx) => spendCheck(tx, passed))
}
