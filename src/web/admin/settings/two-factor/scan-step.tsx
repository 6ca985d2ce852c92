import type { InferResponseType } from 'hono/client'
import { twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import { QrCode } from '#web/admin/settings/two-factor/qr-code.tsx'
import { CopyButton } from '#web/admin/ui/copy-button.tsx'
import type { ApiClient } from '#web/api-client.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** A factor that is being set up, as the API answers it. */
export type Enrollment = InferResponseType<ApiClient['api']['auth']['factors']['$post'], 200>

type ScanStepProps = { enrollment: Enrollment; onContinue: () => void; onCancel: () => void }

export function ScanStep({ enrollment: { qrCodeUri, secret }, onContinue, onCancel }: ScanStepProps) {
  return (
    <div className="grid gap-6">
      <p className="text-soft">Scan this with your authenticator app, or type the key into it.</p>
      <div className="flex flex-wrap gap-x-8 gap-y-5">
        <QrCode text={qrCodeUri} label="QR code for your authenticator app" />
        <div className="grid min-w-0 content-start justify-items-start gap-3">
          <h3 className="font-semibold">Key</h3>
          <code className="max-w-64 break-all bg-sunken px-3 py-2 text-lg leading-relaxed tracking-wide">
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </code>
          <CopyButton text={secret} label="Copy key" />
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onContinue}>{texts.continue}</Button>
        <Button variant="quiet" onClick={onCancel}>
          {uiTexts.cancel}
        </Button>
      </div>
    </div>
  )
}
