import { Download } from 'lucide-react'
import { twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { CopyButton } from '#web/admin/ui/copy-button.tsx'
import { saveFile } from '#web/admin/ui/save-file.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The server shows the codes this once. */
export function RecoveryStep({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { locale } = useWebsite()
  const download = () => {
    const { name, text } = recoveryCodesFile(codes, { host: window.location.host, now: new Date(), locale })
    saveFile(new Blob([text], { type: 'text/plain' }), name)
  }
  return (
    <div className="grid gap-6">
      <p className="max-w-xl text-soft">
        If you lose your phone, you can sign in with one of these codes. Each works once. Keep them in a safe place:
        they are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-8 gap-y-1.5 justify-self-start border-line border-l-4 bg-sunken px-5 py-4 font-mono text-lg tracking-widest"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={download}>
          <Download aria-hidden className="size-5" />
          Download
        </Button>
        <CopyButton text={codes.join('\n')} label="Copy codes" />
      </div>
      <Button className="justify-self-start" onClick={onSaved}>
        {texts.codesSaved}
      </Button>
    </div>
  )
}

/** A text file to print or store: the site, the date, and the codes. */
export function recoveryCodesFile(
  codes: string[],
  { host, now, locale }: { host: string; now: Date; locale: string },
): { name: string; text: string } {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(now)
  const lines = [`Recovery codes for ${host}`, date, '', ...codes, '', 'Each code works once.']
  return { name: `recovery-codes-${host.replace(/[^\w.-]/g, '-')}.txt`, text: `${lines.join('\n')}\n` }
}
