import { createFileRoute } from '@tanstack/react-router'
import { headAt, load } from '#app/page-route.ts'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPage } from '#web/site/pages/written-page.tsx'
import { Signature } from '#web/site/shell/signature.tsx'

export const Route = createFileRoute('/_site/history')({
  loader: async ({ context }) => ({ words: await load(context, writtenPageQuery(context.api, 'history')) }),
  head: headAt('/history'),
  component: History,
})

function History() {
  return (
    <WrittenPage {...Route.useLoaderData().words}>
      <Signature of={Route.useRouteContext().site} className="mt-12" />
    </WrittenPage>
  )
}
