import { createFileRoute, redirect } from '@tanstack/react-router'

/** Mails lead here. The address stands here itself: the list of screens would bring the editor to every visitor. */
export const Route = createFileRoute('/admin/_inside/site/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/site/identity', replace: true })
  },
})
