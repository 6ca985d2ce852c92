import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { writtenPageQuery } from '#web/site/pages/pages-query.ts'
import { WrittenPageView } from '#web/site/pages/written-page.tsx'
import { Signature } from '#web/site/shell/signature.tsx'

export const Route = createFileRoute('/_site/history')({
  loader: async ({ context }) => {
    const [words, around] = await Promise.all([
      loadOrNotFound(context, writtenPageQuery(context.api, 'history')),
      loadSectionsAroundMain(context, 'history'),
    ])
    return { words, around }
  },
  head: createPageHead('/history'),
  component: History,
})

function History() {
  const { words, around } = Route.useLoaderData()
  return (
    <MainWithSections sections={around}>
      <WrittenPageView {...words}>
        <Signature of={Route.useRouteContext().site} className="mt-12" />
      </WrittenPageView>
    </MainWithSections>
  )
}
