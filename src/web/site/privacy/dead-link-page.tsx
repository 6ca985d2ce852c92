import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'

/** Shown for a mailed link that was used or has expired. */
export function DeadLinkPage({ title }: { title: string }) {
  return (
    <MessageScreen title={title} message="It has expired or was already used.">
      <Link to="/privacy" className={buttonClass()}>
        Back to privacy
      </Link>
    </MessageScreen>
  )
}
