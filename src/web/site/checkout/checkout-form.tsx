import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  addressProblems,
  buyerContactProblems,
  emptyAddress,
  maxNameLength,
  normalizeAddress,
  type PostalAddress,
  type ShippingAddress,
} from '#domain/checkout/address.ts'
import { countryCodes, isCountry } from '#domain/countries.ts'
import { formatMoney } from '#domain/money.ts'
import { cartTexts, checkoutTexts as texts } from '#domain/texts/own-words.ts'
import { ApiError } from '#web/api-response.ts'
import { QuoteErrorBanner } from '#web/site/cart/cart-contents.tsx'
import { cartStore, useCart } from '#web/site/cart/cart-store.ts'
import { loadStoredBuyer, storeBuyer } from '#web/site/cart/checkout-attempt.ts'
import { useQuote } from '#web/site/cart/use-quote.ts'
import { AddressFields } from '#web/site/checkout/address-fields.tsx'
import { CheckoutSummary, CheckoutSummarySkeleton } from '#web/site/checkout/checkout-summary.tsx'
import { DeliveryOptions } from '#web/site/checkout/delivery-options.tsx'
import { startPayment } from '#web/site/checkout/start-payment.ts'
import { solveCheckoutCheck } from '#web/site/contact/solve-human-check.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { errorSentence, useForm } from '#web/ui/forms/use-form.ts'
import { SiteLink } from '#web/ui/site-link.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Values = PostalAddress & { email: string; name: string; country: string }

type Country = { code: string; name: string }

/** Contact, address, delivery and total. Rendered once the cart is loaded and not empty. */
export function CheckoutForm() {
  const site = useWebsite()
  const { items, shippingOption } = useCart()
  const ships = items.some(({ isDigital }) => !isDigital)
  const countries = useMemo(
    () => namedCountries(site.locale, ships ? site.shop.countries : 'all'),
    [site.locale, site.shop.countries, ships],
  )
  const checkout = useCheckout({ ships, countries })
  const { form, field, set, country, undelivered, quote, isOld, error, again } = checkout
  const pay = <PayPart checkout={checkout} />
  return (
    <form
      {...form}
      aria-label="Checkout"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16"
    >
      {error && (
        <div className="lg:col-span-2">
          <QuoteErrorBanner error={error} onAgain={() => void again()} />
        </div>
      )}
      <div className="grid grid-cols-1 gap-10">
        <FormSection title="You">
          <TextField {...field('email')} label="Email" type="email" autoComplete="email" required />
          <TextField {...field('name')} label="Name" autoComplete="name" maxLength={maxNameLength} required />
        </FormSection>
        <FormSection title={ships ? 'Where it goes' : 'Where you live'}>
          <SelectField
            {...field('country')}
            error={field('country').error ?? undelivered}
            onChange={({ target }) => {
              set('country', target.value)
              // Regions differ by country.
              set('region', '')
            }}
            label="Country"
            autoComplete="country"
            required
            {...(!ships && { help: 'The VAT depends on it.' })}
          >
            <option value="">Please choose</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          {ships && country && <AddressFields country={country} field={field} set={set} />}
        </FormSection>
        {ships && country && (!quote || quote.options.length > 0) && (
          <FormSection title="Delivery">
            {quote ? (
              <DeliveryOptions
                options={quote.options}
                chosen={
                  quote.options.find(({ id }) => id === shippingOption)?.id ?? quote.amounts?.shippingOption ?? null
                }
                onChoose={cartStore.setShipping}
              />
            ) : (
              <Skeleton isStill={Boolean(error)} className="h-36" />
            )}
          </FormSection>
        )}
      </div>
      {quote ? (
        <CheckoutSummary quote={quote} isOld={isOld}>
          {pay}
        </CheckoutSummary>
      ) : (
        <CheckoutSummarySkeleton items={items} isStill={Boolean(error)}>
          {pay}
        </CheckoutSummarySkeleton>
      )}
    </form>
  )
}

/** The form with its quote, and the start of the payment. */
function useCheckout({ ships, countries }: { ships: boolean; countries: readonly Country[] }) {
  const { locale } = useWebsite()
  const { api } = useRouter().options.context
  const { items, shippingAddress, shippingOption, paymentStatus } = useCart()
  const [isChecking, setChecking] = useState(false)
  const [isEarly, setEarly] = useState(false)
  const checkBox = useRef<HTMLDivElement>(null)
  const known = (code: string) => (countries.some((country) => country.code === code) ? code : '')
  const { values, field, form, set, busy } = useForm<Values>({
    initial: {
      ...loadStoredBuyer(),
      ...emptyAddress,
      ...shippingAddress,
      country: known(shippingAddress?.country ?? homeCountry(locale)),
    },
    check: ({ country, ...typed }) => ({
      ...buyerContactProblems(typed),
      ...(ships && country ? addressProblems(country, typed) : {}),
      ...(isCountry(country) ? {} : { country: texts.country }),
    }),
    otherwise: texts.failed,
    send: pay,
  })
  const { email: _, name: __, country, ...typed } = values
  const { quote, isOld, error, again } = useQuote({ country: country || null, shippingOption })
  const amounts = quote?.amounts ?? null
  const undelivered = ships && country && quote && !isOld && !quote.options.length ? texts.notDelivered : null
  useRemembered({ ...typed, country }, ships)
  // The result stays visible as long as the form is mounted.
  useEffect(() => () => cartStore.setPayment('idle'), [])

  async function pay({ email, name, country, ...address }: Values): Promise<void> {
    if (undelivered)
      throw new ApiError(422, { error: undelivered, reason: 'not-delivered', fields: { country: undelivered } })
    // Nothing is charged that was not shown.
    if (!amounts || isOld) return setEarly(true)
    setEarly(false)
    cartStore.setPayment('processing')
    try {
      const request = {
        items: items.map(({ productId, variantId, quantity, price }) => ({ productId, variantId, quantity, price })),
        email,
        name,
        country,
        acceptedTotal: amounts.total,
        address: ships ? normalizeAddress(country, address) : null,
        shippingOption: amounts.shippingOption,
      }
      const redirectTo = await startPayment(api, request, async () => {
        setChecking(true)
        return solveCheckoutCheck(api, checkBox.current!).finally(() => setChecking(false))
      })
      storeBuyer({ email, name })
      window.location.assign(redirectTo)
    } catch (problem) {
      cartStore.setPayment('failed', errorSentence(problem, texts.failed))
      // The cart may have changed; a new quote shows how.
      void again()
      throw problem
    }
  }

  const isPaying = busy || paymentStatus === 'processing'
  const isAwaited = isEarly && !error && (!amounts || isOld)
  const status = isChecking ? texts.checking : isAwaited ? texts.early : ''
  return { form, field, set, country, undelivered, quote, isOld, error, again, status, checkBox, isPaying }
}

/** The human check, the error of the payment, and the button. */
function PayPart({ checkout }: { checkout: ReturnType<typeof useCheckout> }) {
  const { quote, isOld, error, status, checkBox, isPaying } = checkout
  const site = useWebsite()
  const { paymentError } = useCart()
  const isFree = quote?.amounts?.total === 0
  const total = quote?.amounts ? formatMoney(quote.amounts.total, site) : null
  const isWaiting = !error && (!quote || isOld)
  return (
    <div className="mt-6 grid gap-4">
      <p role="status" className="text-soft text-sm empty:hidden">
        {status}
      </p>
      <div ref={checkBox} className="empty:hidden" />
      {paymentError && <StatusBanner status="error">{paymentError}</StatusBanner>}
      <div className="action-bar flex items-center gap-4">
        <p aria-hidden className="leading-tight lg:hidden">
          <span className="block text-sm text-soft">Total</span>
          <span className="block font-semibold text-lg tabular-nums">{total ?? '–'}</span>
        </p>
        <Button
          type="submit"
          size="lg"
          // Pressed early, it says what it waits for; a button that is disabled would also ignore Enter, without a word.
          disabled={!quote && Boolean(error)}
          aria-disabled={isWaiting}
          aria-busy={isWaiting}
          loading={isPaying}
          className="grow"
        >
          {isFree ? cartTexts.getFree : <>Pay{total && <span className="max-lg:sr-only"> {total}</span>}</>}
        </Button>
      </div>
      <p className="text-soft text-sm">
        {isFree ? 'With your order you accept our' : 'You pay on the next page. By paying you accept our'}{' '}
        <SiteLink target="/terms" className="underline underline-offset-4">
          terms
        </SiteLink>
        .
      </p>
    </div>
  )
}

/** Stores the address with the cart, as typed, for the next visit. */
function useRemembered(address: ShippingAddress, ships: boolean): void {
  const now = JSON.stringify(address)
  const before = useRef(now)
  useEffect(() => {
    if (now === before.current) return
    before.current = now
    const typed: ShippingAddress = JSON.parse(now)
    if (typed.country) cartStore.setAddress(ships ? typed : { ...emptyAddress, country: typed.country })
  }, [now, ships])
}

const FormSection = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <fieldset className="grid gap-6">
    <legend className="poster-type mb-5 text-3xl leading-none">{title}</legend>
    {children}
  </fieldset>
)

/** Country names in the site's language, sorted by its rules. */
function namedCountries(locale: string, codes: readonly string[] | 'all'): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(locale)
  return (codes === 'all' ? countryCodes : codes)
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
}

/** The country of the site's locale: `GB` for en-GB. */
const homeCountry = (locale: string): string => new Intl.Locale(locale).region ?? ''
