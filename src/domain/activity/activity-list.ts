import type { ResourceType } from '#domain/activity/activity.ts'
import { defineKeysetList, type ListSearch, searchWords } from '#domain/ui/list.ts'
import { dayOf, eitherOf, oneOf, textOf, uuidOf } from '#domain/ui/search.ts'

/** The activity log. This file is in the scripts of visitors, so it does not list the types of resources. */
export const activityList = defineKeysetList({
  filters: {
    q: searchWords,
    type: textOf(40),
    action: textOf(40),
    /** A user id; `gone` for all former administrators; `unknown` for lines without a user. */
    person: eitherOf(oneOf('gone', 'unknown'), uuidOf),
    /** Only the security log. */
    only: oneOf('security'),
    /** Days in the time zone of the site. */
    from: dayOf,
    to: dayOf,
  },
})

/** The search of an address, which may name a type that does not exist. */
export type ActivityAddress = ListSearch<typeof activityList>
export type ActivitySearch = Omit<ActivityAddress, 'type'> & { type?: ResourceType | undefined }
