import { createBlockReader } from '#domain/files/block-reader.ts'
import { runChildTask } from '#server/files/child-task.ts'
import type { ReadTagsRequest } from '#server/uploads/read-tags-job.ts'
import { measureDurationMs, readTrackTags } from '#server/uploads/tags.ts'

const works = { tags: readTrackTags, duration: measureDurationMs }

runChildTask(({ wanted, size }: ReadTagsRequest, ask) =>
  works[wanted](
    createBlockReader(size, async (from, to) => new Uint8Array((await ask({ from, to })) as Uint8Array)),
    size,
  ),
)
