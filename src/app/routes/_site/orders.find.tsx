import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { findOrderTexts as texts } from '#domain/texts/our-words.ts'
import { searchOf, textOf } from '#domain/ui/search.ts'
import { FindOrder } from '#web/site/orders/find-order.tsx'

export const Route = createFileRoute('/_site/orders/find')({
  beforeLoad: onlyWhenOpen('/orders/find'),
  validateSearch: searchOf({ number: textOf(40) }),
  head: () => ({ meta: [{ title: texts.title }, { name: 'robots', content: 'noindex' }] }),
  component: () => <FindOrder number={Route.useSearch().number} />,
})
