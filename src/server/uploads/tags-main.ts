import { inBlocks } from '#domain/files/blocks.ts'
import { onceAsked } from '#server/files/once-asked.ts'
import type { TagsOrder } from '#server/uploads/metadata-reading.ts'
import { measuredDuration, tagsOf } from '#server/uploads/tags.ts'

const works = { tags: tagsOf, duration: measuredDuration }

onceAsked(({ wanted, size }: TagsOrder, ask) =>
  works[wanted](
    inBlocks(size, async (from, to) => new Uint8Array((await ask({ from, to })) as Uint8Array)),
    size,
  ),
)
