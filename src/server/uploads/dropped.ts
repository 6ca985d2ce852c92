import type { SQL } from 'drizzle-orm'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { productFiles } from '#server/products/files-table.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { uploadSessions } from '#server/uploads/table.ts'

/**
 * From now on these files are not there. Whoever is just reading one may finish: the upload that it came from is known
 * for a day more, as one whose file is gone, and until then its bytes stay.
 */
export async function dropFiles(
  tx: SiteTx,
  which: SQL | undefined,
  { userId, now }: EditContext,
): Promise<ProductFile[]> {
  const dropped = await tx.delete(productFiles).where(which).returning()
  for (const { id: fileId, uploadId: id, productId, fileType, name: fileName, chunks, bytes } of dropped)
    await tx
      .insert(uploadSessions)
      .values({
        ...{ id, sessionId: `dropped-${id}`, userId, productId, fileType, fileName, details: {} },
        ...{ totalChunks: chunks.length, expectedBytes: bytes, fileId, createdAt: now, lastActivity: now },
      })
      .onConflictDoUpdate({ target: [uploadSessions.websiteId, uploadSessions.id], set: { lastActivity: now } })
  return dropped
}
