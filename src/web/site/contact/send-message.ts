import type { ContactForm } from '#domain/contact/form.ts'
import { contactFormTexts as texts } from '#domain/texts/contact.ts'

type Sent = { form: ContactForm; token: string; publicKey: string; websiteId: string; contactEmail: string }
export type Outcome = { sent: true } | { sent: false; why: string; fields: Partial<Record<string, string>> }

/** One request, as any other client would send it; its status decides. */
export async function sendMessage({ form, token, publicKey, websiteId, contactEmail }: Sent): Promise<Outcome> {
  try {
    const response = await fetch('/functions/v1/contact-form', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${publicKey}` },
      body: JSON.stringify({ ...form, turnstileToken: token, contactEmail, websiteId }),
    })
    if (response.ok) return { sent: true }
    const { error, fields } = (await response.json().catch(() => ({}))) as { error?: string; fields?: object }
    return { sent: false, why: error || texts.refused, fields: { ...fields } }
  } catch {
    return { sent: false, why: texts.failed, fields: {} }
  }
}
