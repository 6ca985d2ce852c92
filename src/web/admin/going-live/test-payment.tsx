import { useRouter } from '@tanstack/react-router'
import { minChargeAmount } from '#domain/chargeable-currencies.ts'
import { formatMoney } from '#domain/money.ts'
import { takesCards } from '#domain/sites/features.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Opens the payment page for the smallest amount. Whether it has arrived is in the check afterwards. */
export function MakeTestPayment() {
  const { api } = useRouter().options.context
  const site = useWebsite()
  const open = useAction({
    run: () => unwrapResponse(api.api.admin['going-live']['test-payment'].$post()),
    onDone: ({ url }) => window.location.assign(url),
    invalidates: [],
  })
  if (!takesCards(site)) return null
  const amount = formatMoney(minChargeAmount(site.currency), site)
  return (
    <div className="grid grow grid-cols-1 justify-items-start gap-2">
      <Button variant="quiet" loading={open.isPending || open.isSuccess} onClick={() => open.mutate()}>
        Make a test payment
      </Button>
      <p className="max-w-3xl text-soft text-sm">
        You pay {amount}, and it is refunded as soon as it arrives here. While payments are tests, pay with the card
        number 4242 4242 4242 4242.
      </p>
    </div>
  )
}
