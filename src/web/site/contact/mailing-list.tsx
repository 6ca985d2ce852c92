import { useId, useState } from 'react'
import { mailingListAddress } from '#domain/sites/features.ts'
import { mailingListTexts } from '#domain/texts/mailing-list.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type WidgetProps = { variant?: 'default' | 'compact'; className?: string }

/** Subscribes by a mail to the list. Uses the text colour of its surroundings. */
export function MailingListWidget({ variant = 'default', className = '' }: WidgetProps) {
  const site = useWebsite()
  const address = mailingListAddress(site)
  if (!address) return null
  const { title, description } = site.features.mailingList
  const href = `mailto:${address}?subject=subscribe`
  return (
    <div className={className}>
      {variant === 'compact' ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <p className="font-semibold">{title}</p>
          <ButtonLink variant="quiet" href={href}>
            {mailingListTexts.subscribe}
          </ButtonLink>
        </div>
      ) : (
        <>
          <h2 className="poster-type text-4xl leading-none">{title}</h2>
          <p className="mt-3 max-w-prose">{description}</p>
          <Offer address={address} href={href} />
        </>
      )}
    </div>
  )
}

type Step = 'offer' | 'confirm' | 'cancelled'

function Offer({ address, href }: { address: string; href: string }) {
  const [step, setStep] = useState<Step>('offer')
  const description = useId()
  if (step === 'confirm')
    return (
      <div className="mt-5">
        <p id={description} className="max-w-prose">
          Your mail program will open with a message to <b className="wrap-anywhere">{address}</b>. Send it as it is.
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonLink href={href} ref={takeFocus} aria-describedby={description}>
            {mailingListTexts.continue}
          </ButtonLink>
          <Button variant="quiet" onClick={() => setStep('cancelled')}>
            {uiTexts.cancel}
          </Button>
        </div>
      </div>
    )
  return (
    <div className="mt-5">
      <Button
        variant="quiet"
        onClick={() => setStep('confirm')}
        ref={step === 'cancelled' ? takeFocus : undefined}
        className="noscript:hidden"
      >
        {mailingListTexts.offer}
      </Button>
      <noscript>
        <ButtonLink variant="quiet" href={href}>
          {mailingListTexts.subscribe}
        </ButtonLink>
      </noscript>
    </div>
  )
}

/** Moves the focus from the removed button to its replacement. */
const takeFocus = (element: HTMLElement | null) => element?.focus()
