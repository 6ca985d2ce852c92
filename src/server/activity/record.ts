import type { ActivityRecord } from '#domain/activity/activity.ts'
import { activityLogs } from '#server/activity/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** Runs in the transaction of the change, so that a line is written exactly when the change is committed. */
export async function recordActivity(tx: SiteTx, activity: ActivityRecord, now: Date): Promise<void> {
  await tx.insert(activityLogs).values({ ...activity, createdAt: now })
}
