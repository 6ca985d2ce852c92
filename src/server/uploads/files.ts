import { asc, eq, type SQL } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { productFiles } from '#server/products/files-table.ts'
import { uploadSessions } from '#server/uploads/table.ts'

export type ProductFile = typeof productFiles.$inferSelect

export async function productFileById(tx: SiteTx, id: string): Promise<ProductFile | null> {
  const [found] = await tx.select().from(productFiles).where(eq(productFiles.id, id))
  return found ?? null
}

/** A file for an administrator, who needs no download right. */
export async function requireProductFile(tx: SiteTx, id: string): Promise<ProductFile> {
  const file = await productFileById(tx, id)
  if (!file) throw new Refusal('not-found')
  return file
}

/** The files of a product by position. */
export const filesOfProduct = (tx: SiteTx, productId: string): Promise<ProductFile[]> =>
  tx.select().from(productFiles).where(eq(productFiles.productId, productId)).orderBy(asc(productFiles.position))

/**
 * Deletes rows, but not bytes: a download that has begun may finish. The upload session is kept for a day as one whose
 * file is gone, and the sweep leaves its chunks alone until then.
 */
export async function deleteFiles(
  tx: SiteTx,
  condition: SQL | undefined,
  { userId, now }: EditContext,
): Promise<ProductFile[]> {
  const deleted = await tx.delete(productFiles).where(condition).returning()
  for (const { id: fileId, uploadId: id, productId, fileType, name: fileName, chunks, bytes } of deleted)
    await tx
      .insert(uploadSessions)
      .values({
        id,
        sessionId: `dropped-${id}`,
        userId,
        productId,
        fileType,
        fileName,
        details: {},
        totalChunks: chunks.length,
        expectedBytes: bytes,
        fileId,
        createdAt: now,
        lastActivity: now,
      })
      .onConflictDoUpdate({ target: [uploadSessions.websiteId, uploadSessions.id], set: { lastActivity: now } })
  return deleted
}
