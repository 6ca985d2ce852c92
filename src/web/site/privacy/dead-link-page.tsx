import { Link } from '@tanstack/react-router'
import { buttonLook } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'

/** What a link from a mail leads to once it has done its work, or its time is over. */
export function DeadLinkPage({ title }: { title: string }) {
  return (
    <MessageScreen title={title} message="It has expired or was already used.">
      <Link to="/privacy" className={buttonLook()}>
        Back to privacy
      </Link>
    </MessageScreen>
  )
}
