import { createFileRoute, notFound } from '@tanstack/react-router'

/** An address that no other route knows is missing inside the public layout, like one that is missing below it. */
export const Route = createFileRoute('/_site/$')({
  beforeLoad: () => {
    throw notFound()
  },
})
