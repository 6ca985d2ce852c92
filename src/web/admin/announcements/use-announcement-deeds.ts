import { useRouter } from '@tanstack/react-router'
import type { EditedAnnouncement } from '#api/announcements-desk.ts'
import { announcementsKey } from '#web/admin/announcements/announcements-query.ts'
import { useDeed } from '#web/admin/parts/use-deed.ts'
import { answerOf } from '#web/answer.ts'

const changes = [announcementsKey]

/** What can be done with announcements besides writing them; each is over when the list is true again. */
export function useAnnouncementDeeds() {
  const desk = useRouter().options.context.api.api.admin.announcements
  return {
    turn: useDeed({
      work: ({ id, isActive }: Pick<EditedAnnouncement, 'id' | 'isActive'>) =>
        answerOf(desk[':id'].switch.$put({ param: { id }, json: { isActive } })),
      says: ({ title, isActive }) => `“${title}” is ${isActive ? 'on' : 'off'}.`,
      changes,
    }),
    remove: useDeed({
      work: ({ id }: Pick<EditedAnnouncement, 'id' | 'title'>) => answerOf(desk[':id'].$delete({ param: { id } })),
      says: (_, { title }) => `“${title}” is deleted.`,
      changes,
    }),
    clear: useDeed({
      work: (olderThanDays: number) => answerOf(desk.clearing.$post({ json: { olderThanDays } })),
      says: ({ changed }) => (changed === 1 ? '1 is deleted.' : `${changed} are deleted.`),
      changes,
    }),
  }
}
