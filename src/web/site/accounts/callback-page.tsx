import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signInTexts } from '#domain/texts/accounts.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { answerOf } from '#web/answer.ts'
import { DoorPage } from '#web/site/accounts/door-page.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

type CallbackPageProps = { site: string | undefined; token: string | undefined }

/** Where the verification mail leads. Programs that look into mails open links; only a press of the button confirms. */
export function CallbackPage({ site, token }: CallbackPageProps) {
  const { siteId } = useWebsite()
  const { api } = useRouter().options.context
  const verify = useMutation({
    mutationFn: (json: { token: string }) => answerOf(api.api.auth['verify-email'].$post({ json })),
    networkMode: 'always',
  })
  const isOurs = token !== undefined && (site === undefined || site === siteId)
  return (
    <DoorPage title="Confirm your address" intro="Then you can sign in with the password that you have chosen.">
      {!isOurs && <StatusBanner status="error">{ourAccountTexts.linkInvalid}</StatusBanner>}
      {verify.error && (
        <StatusBanner status="error">{sentenceOf(verify.error, errorPanelTexts.unexpected)}</StatusBanner>
      )}
      {verify.data ? (
        <>
          <StatusBanner status="success">{verify.data.message}</StatusBanner>
          <ButtonLink href="/admin/login" className="justify-self-start">
            {signInTexts.submit}
          </ButtonLink>
        </>
      ) : (
        isOurs && (
          <Button className="justify-self-start" loading={verify.isPending} onClick={() => verify.mutate({ token })}>
            Confirm my address
          </Button>
        )
      )}
    </DoorPage>
  )
}
