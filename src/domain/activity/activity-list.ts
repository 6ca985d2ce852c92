import type { ResourceType } from '#domain/activity/activity.ts'
import { defineKeysetList, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { dateParam, enumParam, textParam, unionParam, uuidParam } from '#domain/ui/search-params.ts'

/** The activity log. This file is in the scripts of visitors, so it does not list the types of resources. */
export const activityList = defineKeysetList({
  filters: {
    q: searchWordsParam,
    type: textParam(40),
    action: textParam(40),
    /** A user id; `gone` for all former administrators; `unknown` for lines without a user. */
    person: unionParam(enumParam('gone', 'unknown'), uuidParam),
    /** Only the security log. */
    only: enumParam('security'),
    /** Days in the time zone of the site. */
    from: dateParam,
    to: dateParam,
  },
})

/** The search of an address, which may name a type that does not exist. */
export type UnvalidatedActivitySearch = ListSearch<typeof activityList>
export type ActivitySearch = Omit<UnvalidatedActivitySearch, 'type'> & { type?: ResourceType | undefined }
