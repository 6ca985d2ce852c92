import { Eye, EyeOff } from 'lucide-react'
import { Button } from '#web/ui/forms/button.tsx'

type PublishButtonProps = { name: string; isPublished: boolean; onClick: () => void }

/** Hides or publishes a row of a list. On a phone it is an icon, so that the row has two lines there. */
export function PublishButton({ name, isPublished, onClick }: PublishButtonProps) {
  const words = isPublished ? 'Hide' : 'Publish'
  const Icon = isPublished ? EyeOff : Eye
  return (
    <Button
      variant="quiet"
      className="max-sm:size-11 max-sm:p-0"
      aria-label={`${words} ${name}`}
      title={words}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-5 sm:hidden" />
      <span className="max-sm:hidden">{words}</span>
    </Button>
  )
}
