import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { accessListQuery } from '#web/admin/accounts/account-queries.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { cancelAndRefetch } from '#web/admin/ui/refetch.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { validateEmailField } from '#web/ui/feedback/check-email.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

export function GrantAccessForm() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const confirmed = useConfirmedRequest()
  const { field, form, busy, sentence, reset } = useForm({
    initial: { email: '' },
    check: validateEmailField,
    otherwise: errorPanelTexts.unexpected,
    send: async (json) => {
      const given = await confirmed(
        {
          title: 'Give access?',
          text: (
            <p className="break-words">
              {json.email} will be able to do everything here. Everyone with access gets a mail about it.
            </p>
          ),
          confirmLabel: 'Give access',
        },
        (headers) => unwrapResponse(api.api.access.$post({ json }, { headers })),
      )
      if (!given) return
      toast.success(
        given.outcome === 'granted' ? `${json.email} has access.` : `We have sent an invitation to ${json.email}.`,
      )
      reset()
      await cancelAndRefetch(queryClient, accessListQuery(api).queryKey)
    },
  })
  return (
    <form {...form} className="grid max-w-xl gap-4">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <TextField {...field('email')} label="Email" type="email" autoComplete="off" spellCheck={false} />
        <Button type="submit" loading={busy} className="sm:mt-7.5 sm:self-start">
          Give access
        </Button>
      </div>
    </form>
  )
}
