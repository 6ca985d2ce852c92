import { useState } from 'react'
import { fileTypeByName } from '#domain/uploads/file-types.ts'
import { readCover } from '#web/admin/uploads/tracks/read-tags.ts'

/** The cover in the recordings that were chosen for a product, for as long as its screen is open. */
export function useCoverFromTags() {
  const [offer, setOffer] = useState<File | null>(null)
  return {
    offer,
    /** Looks into these files, the first with a cover counts. */
    look: async (files: readonly File[]) => {
      for (const file of files) {
        const cover = fileTypeByName(file.name) === 'tracks' ? await readCover(file) : null
        if (cover) return setOffer(cover)
      }
    },
  }
}
