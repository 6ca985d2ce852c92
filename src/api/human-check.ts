import type { Context } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { contactCheckAction, type HumanCheckAction } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import { hostNamesOf } from '#domain/sites/host-name.ts'
import { markHumanCheckUsed } from '#server/contact/human-check.ts'

/** For routes that are open to all visitors up to a limit; beyond it each request needs a human check. */
export async function requireHumanCheck(
  c: Context<ApiEnv>,
  token: string | undefined,
  action: HumanCheckAction = contactCheckAction,
): Promise<void> {
  const { site, now, auth } = c.var
  const { contactService } = c.var.services
  if (!token) throw new Refusal(action === contactCheckAction ? 'human-check-pending' : 'human-check-needed')
  const scope = { websiteId: site.siteId, hosts: hostNamesOf(site), address: auth.address, action, now }
  const passed = await contactService.check.verify(token, scope)
  await c.var.asVisitor((tx) => markHumanCheckUsed(tx, passed))
}
