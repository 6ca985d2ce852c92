type MessageAboutProps = { about: { name: string; subject: string } | null; isRead: boolean }

/** Who wrote a message and about what, as a list shows it before the message is opened. */
export const MessageSummary = ({ about, isRead }: MessageAboutProps) =>
  about ? (
    <>
      <span className={`block wrap-anywhere ${isRead ? '' : 'font-semibold'}`}>
        <bdi>{about.subject}</bdi>
      </span>
      <span className="block text-soft text-sm wrap-anywhere">
        <bdi>{about.name}</bdi>
      </span>
    </>
  ) : (
    <span className="text-error-ink">This message cannot be read.</span>
  )
