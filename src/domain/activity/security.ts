import type { activityActions, ResourceType } from '#domain/activity/activity.ts'

/**
 * What the security log shows of the activity log: who may enter and how, what left the site about customers, and what
 * moves money or mail.
 */
export const securityActions: { [R in ResourceType]?: readonly (typeof activityActions)[R][number][] | 'all' } = {
  account: 'all',
  access: 'all',
  settings: 'all',
  order: ['cancelled', 'decrypted', 'exported', 'exported_with_customers'],
  customer: ['erased'],
  payment: 'all',
  download: ['reissued'],
}
