import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { accessQuery } from '#web/admin/accounts/own-queries.ts'
import { useConfirmed } from '#web/admin/accounts/use-confirmed.tsx'
import { refetchFresh } from '#web/admin/ui/refetch.ts'
import { answerOf } from '#web/answer.ts'
import { checkEmail } from '#web/ui/feedback/check-email.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

export function GrantForm() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const confirmed = useConfirmed()
  const { field, form, busy, sentence, reset } = useForm({
    initial: { email: '' },
    check: checkEmail,
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
        (headers) => answerOf(api.api.access.$post({ json }, { headers })),
      )
      if (!given) return
      toast.success(
        given.outcome === 'granted' ? `${json.email} has access.` : `We have sent an invitation to ${json.email}.`,
      )
      reset()
      await refetchFresh(queryClient, accessQuery(api).queryKey)
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
