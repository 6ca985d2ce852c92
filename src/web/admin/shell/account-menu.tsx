import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { ChevronDown, KeyRound, LogOut } from 'lucide-react'
import { useRef } from 'react'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { adminTexts } from '#domain/texts/admin.ts'
import { useSignOut } from '#web/admin/accounts/sign-out.ts'
import { Button } from '#web/ui/forms/button.tsx'

const itemClass =
  'flex min-h-11 cursor-pointer select-none items-center gap-3 px-4 font-medium outline-none data-highlighted:bg-sunken'

/** Rendered inside the header, because a portal at the end of the page would be outside of all landmarks. */
export function AccountMenu({ email }: { email: string }) {
  const container = useRef<HTMLDivElement>(null)
  const { signOut, signingOut } = useSignOut()
  return (
    <div ref={container}>
      <Menu.Root>
        <Menu.Trigger render={<Button variant="quiet" loading={signingOut} className="group" />}>
          {adminTexts.menu}
          <ChevronDown aria-hidden className="size-4 transition-transform group-data-popup-open:rotate-180" />
        </Menu.Trigger>
        <Menu.Portal container={container}>
          <Menu.Positioner align="end" sideOffset={6} className="z-30 outline-none">
            <Menu.Popup className="min-w-60 max-w-[calc(100vw-2rem)] border border-line bg-raised py-1.5 text-ink shadow-xl outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
              <div className="border-line border-b px-4 pt-1 pb-2.5 sm:hidden">
                <SignedInUserName email={email} />
              </div>
              <Menu.LinkItem closeOnClick className={itemClass} render={<Link to="/admin/change-password" />}>
                <KeyRound aria-hidden className="size-5 text-soft" />
                {changePasswordTexts.submit}
              </Menu.LinkItem>
              <Menu.Item className={itemClass} onClick={signOut}>
                <LogOut aria-hidden className="size-5 text-soft" />
                {adminTexts.logout}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}

export const SignedInUserName = ({ email }: { email: string }) => (
  <p className="min-w-0 leading-tight">
    <span className="block text-sm text-soft">{adminTexts.administrator}</span>
    <span className="block truncate font-semibold">{email}</span>
  </p>
)
