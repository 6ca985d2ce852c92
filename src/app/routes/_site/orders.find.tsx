import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { findOrderTexts as texts } from '#domain/texts/our-words.ts'
import { searchOf, textOf } from '#domain/ui/search.ts'
import { FindOrder } from '#web/site/orders/find-order.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'

export const Route = createFileRoute('/_site/orders/find')({
  beforeLoad: onlyWhenOpen('/orders/find'),
  validateSearch: searchOf({ number: textOf(40) }),
  head: () => ({ meta: [{ title: texts.title }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <>
      <PageTitle title={texts.title} intro={texts.intro} />
      <FindOrder number={Route.useSearch().number} />
    </>
  ),
})
