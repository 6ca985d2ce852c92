import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyConfirmationMs } from '#domain/accounts/second-factor.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'

/** Shows "Copied" for two seconds. `about` tells several of them apart for those who hear the page. */
export function CopyButton({ text, label, about }: { text: string; label: string; about?: string }) {
  const [copies, setCopies] = useState(0)
  const [copied, setCopied] = useState(false)
  const toast = useToast()
  useEffect(() => {
    if (!copies) return
    setCopied(true)
    const timer = setTimeout(setCopied, copyConfirmationMs, false)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopies(copies + 1)
    } catch {
      toast.error('Your browser does not allow copying. Please select the text and copy it yourself.')
    }
  }
  const Icon = copied ? Check : Copy
  return (
    <Button variant="quiet" onClick={copy}>
      <Icon aria-hidden className={`size-5 ${copied ? 'text-success-ink' : ''}`} />
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
      {about && <span className="sr-only">{about}</span>}
    </Button>
  )
}
