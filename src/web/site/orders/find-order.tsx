import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { OrderLookupAnswer as Found } from '#api/site/order-lookup.ts'
import { normalizeOrderNumber, orderNumberPattern } from '#domain/orders/lookup.ts'
import { footerTexts } from '#domain/texts/own-frame-words.ts'
import { findOrderTexts as texts } from '#domain/texts/own-order-words.ts'
import { orderTexts } from '#domain/texts/shop.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { hashEmail } from '#web/hashes.ts'
import { sendWithCheckIfRequired } from '#web/site/contact/solve-human-check.ts'
import { FoundOrder } from '#web/site/orders/found-order.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { validateEmailField } from '#web/ui/feedback/check-email.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

/** For buyers without an account. The order is kept in the state of this page only. */
export function OrderLookup({ number = '' }: { number?: string | undefined }) {
  const [found, setFound] = useState<{ order: Found; emailHash: string } | null>(null)
  return (
    <>
      {!found && <PageTitle title={footerTexts.findOrder} intro={texts.intro} />}
      <div className={`page-edge pb-section ${found ? 'pt-10 lg:pt-16' : ''}`}>
        {found ? (
          <FoundOrder {...found} onAnother={() => setFound(null)} />
        ) : (
          <LookupForm number={number} onFound={setFound} />
        )}
      </div>
    </>
  )
}

function LookupForm({
  number,
  onFound,
}: {
  number: string
  onFound: (found: { order: Found; emailHash: string }) => void
}) {
  const { api, queryClient } = useRouter().options.context
  const check = useRef<HTMLDivElement>(null)
  const { field, form, busy, sentence } = useForm({
    initial: { orderNumber: number, email: '' },
    check: ({ orderNumber, email }) => ({
      ...(!orderNumberPattern.test(normalizeOrderNumber(orderNumber)) && { orderNumber: texts.numberProblem }),
      ...validateEmailField({ email }),
    }),
    otherwise: texts.failed,
    send: async ({ orderNumber, email }) => {
      const hash = await hashEmail(email)
      if (!hash) throw new ApiError(0, { error: texts.insecure, reason: 'invalid' })
      const order = await sendWithCheckIfRequired({ api, queryClient, element: check.current! }, (proof) =>
        unwrapResponse(api.api.orders.find.$post({ json: { orderNumber, emailHash: hash, ...proof } })),
      )
      onFound({ order, emailHash: hash })
    },
  })
  return (
    <>
      <form {...form} aria-label={footerTexts.findOrder} className="grid max-w-xl gap-6 noscript:hidden">
        {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
        {sentence === orderTexts.notFound && <p>{texts.notFoundHelp}</p>}
        <TextField
          {...field('orderNumber')}
          label={texts.number}
          help={texts.numberHelp}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        {/* No `name`: before hydration the browser would submit a named field in the address. */}
        <TextField
          {...field('email')}
          id="email"
          name={undefined}
          label={texts.email}
          help={texts.emailHelp}
          type="email"
          autoComplete="email"
          required
        />
        <div ref={check} className="empty:hidden" />
        <Button type="submit" loading={busy} className="justify-self-start">
          {texts.find}
        </Button>
      </form>
      <noscript>
        <p>{texts.noScripts}</p>
      </noscript>
    </>
  )
}
