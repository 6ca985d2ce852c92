import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { safeRedirectPath } from '#domain/accounts/redirect.ts'
import { sessionTexts } from '#domain/texts/accounts.ts'
import { AccountFrame } from '#web/admin/accounts/account-frame.tsx'
import { type PendingChallenge, SecondFactorForm } from '#web/admin/accounts/challenge.tsx'
import { defaultPathAfterSignIn } from '#web/admin/accounts/guard.ts'
import { SignInForm } from '#web/admin/accounts/sign-in-form.tsx'
import { requestSignOut } from '#web/admin/accounts/sign-out.ts'
import { signedOutFlag } from '#web/admin/accounts/signed-out-flag.ts'
import { adminLinkFlag } from '#web/admin/session/admin-link-flag.ts'
import { removeAdminQueries } from '#web/admin/session/session-query.ts'
import { getBearerClient } from '#web/bearer.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'

/** First the password, then the second factor if there is one; then on to the page that the user came from. */
export function LoginScreen({ from }: { from: string | undefined }) {
  const [challenged, setChallenged] = useState<PendingChallenge | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const completeSignIn = useCompleteSignIn(from)
  const isLocal = useUnfinishedSignOut()
  useEffect(adminLinkFlag.clear, [])
  if (challenged)
    return (
      <AccountFrame title="Two-factor authentication" intro={challenged.user.email}>
        <SecondFactorForm
          {...challenged}
          onSuccess={completeSignIn}
          onBack={(why) => {
            setNotice(why ?? null)
            setChallenged(null)
          }}
        />
      </AccountFrame>
    )
  return (
    <AccountFrame title="Sign in">
      {isLocal && <StatusBanner status="error">{sessionTexts.signOutFailed}</StatusBanner>}
      {notice && <StatusBanner status="error">{notice}</StatusBanner>}
      <SignInForm onSuccess={completeSignIn} onChallenge={setChallenged} />
      <p className="border-line border-t pt-5 text-soft">
        No account yet?{' '}
        <Link to="/admin/sign-up" className="font-semibold underline underline-offset-4">
          Sign up
        </Link>
      </p>
    </AccountFrame>
  )
}

/** Drops everything that this page has loaded for an earlier user. */
function useCompleteSignIn(from: string | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    signedOutFlag.clear()
    getBearerClient(router.options.context.api).drop()
    removeAdminQueries(queryClient)
    await router.navigate({ href: safeRedirectPath(from, defaultPathAfterSignIn), replace: true })
  }
}

/** A sign-out that has not reached the server is tried once more when the page is opened again. */
function useUnfinishedSignOut(): boolean {
  const { api } = useRouter().options.context
  const [isLocal, setIsLocal] = useState(false)
  useEffect(() => {
    setIsLocal(signedOutFlag.isSet())
    if (!signedOutFlag.isOld()) return
    requestSignOut(api).then(
      () => {
        signedOutFlag.clear()
        setIsLocal(false)
      },
      () => {},
    )
  }, [api])
  return isLocal
}
