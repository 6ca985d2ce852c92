import { expect } from 'vitest'
import { nearlyFullDiskSettings } from '#tests/browser/process.ts'
import { ownersApi, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

longTest('refuses uploads on a nearly full disk and logs it', async () => {
  const app = await startOwnersApp(nearlyFullDiskSettings)
  const ask = await ownersApi(app)
  await expect(ask('POST', '/api/admin/pictures', { words: 'as many as there is no room for' })).rejects.toThrow(
    '/api/admin/pictures answered 507: {"error":"There is no storage space left. Please try again later."',
  )
  await expect.poll(app.log).toContain('the disk is nearly full')
})
