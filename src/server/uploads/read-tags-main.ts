import { createBlockReader } from '#domain/files/block-reader.ts'
import { runChildTask } from '#server/files/child-task.ts'
import type { ReadTagsRequest } from '#server/uploads/read-tags-job.ts'
import { measureDurationMs, readTrackTags } from '#server/uploads/tags.ts'

const tasks = { tags: readTrackTags, duration: measureDurationMs }

runChildTask(({ wanted, size }: ReadTagsRequest, ask) =>
  tasks[wanted](
    createBlockReader(size, async (from, to) => new Uint8Array((await ask({ from, to })) as Uint8Array)),
    size,
  ),
)
