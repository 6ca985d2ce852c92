import type { Activity } from '#domain/activity/activity.ts'
import { activityLogs } from '#server/activity/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** Part of the transaction that it tells of: written exactly if the deed is done. */
export async function record(tx: SiteTx, activity: Activity, now: Date): Promise<void> {
  await tx.insert(activityLogs).values({ ...activity, createdAt: now })
}
