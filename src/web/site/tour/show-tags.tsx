import type { ReactNode } from 'react'

export function ShowTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className="contents">
          <Tag>{tag}</Tag>
        </li>
      ))}
    </ul>
  )
}

/** A small label in the site's colours. */
const Tag = ({ children }: { children: ReactNode }) => (
  <span className="inline-block corners bg-(image:--gradient-tags) px-2 py-0.5 font-semibold text-on-gradient text-xs">
    {children}
  </span>
)
