import { readInBlocks } from '#domain/files/blocks.ts'
import { runChildTask } from '#server/files/child-task.ts'
import type { ReadTagsRequest } from '#server/uploads/read-tags-job.ts'
import { measuredDuration, tagsOf } from '#server/uploads/tags.ts'

const works = { tags: tagsOf, duration: measuredDuration }

runChildTask(({ wanted, size }: ReadTagsRequest, ask) =>
  works[wanted](
    readInBlocks(size, async (from, to) => new Uint8Array((await ask({ from, to })) as Uint8Array)),
    size,
  ),
)
