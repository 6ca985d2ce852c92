import { useRouter } from '@tanstack/react-router'
import type { EditedAnnouncement } from '#api/admin/announcements.ts'
import { announcementsKey } from '#web/admin/announcements/announcements-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { answerOf } from '#web/answer.ts'

const changes = [announcementsKey]

/** What can be done with announcements besides writing them; each is over when the list is true again. */
export function useAnnouncementActions() {
  const desk = useRouter().options.context.api.api.admin.announcements
  return {
    turn: useAction({
      run: ({ id, isActive }: Pick<EditedAnnouncement, 'id' | 'isActive'>) =>
        answerOf(desk[':id'].switch.$put({ param: { id }, json: { isActive } })),
      successMessage: ({ title, isActive }) => `“${title}” is ${isActive ? 'on' : 'off'}.`,
      invalidates: changes,
    }),
    remove: useAction({
      run: ({ id }: Pick<EditedAnnouncement, 'id' | 'title'>) => answerOf(desk[':id'].$delete({ param: { id } })),
      successMessage: (_, { title }) => `“${title}” is deleted.`,
      invalidates: changes,
    }),
    clear: useAction({
      run: (olderThanDays: number) => answerOf(desk['clear-old'].$post({ json: { olderThanDays } })),
      successMessage: ({ changed }) => (changed === 1 ? '1 is deleted.' : `${changed} are deleted.`),
      invalidates: changes,
    }),
  }
}
