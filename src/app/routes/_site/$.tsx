import { createFileRoute, notFound } from '@tanstack/react-router'

/** Any other path: missing inside the public layout, wherever it lies. */
export const Route = createFileRoute('/_site/$')({
  beforeLoad: () => {
    throw notFound()
  },
})
