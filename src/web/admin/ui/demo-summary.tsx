import { type DemoContent, demoCountTexts, namedCountTexts, namesText } from '#domain/demo/demo.ts'
import { demoTexts } from '#domain/texts/own-admin-words.ts'

export const removedTexts = ({ demo, hasVisits }: DemoContent): string[] =>
  hasVisits ? [...demoCountTexts(demo), demoTexts.visits] : demoCountTexts(demo)

/** What a removal leaves, one sentence for each reason. */
export function stayingTexts({ own, edited, sold }: DemoContent, keepEdited: boolean): string[] {
  const [added, changed] = [namedCountTexts(own), namedCountTexts(edited)]
  return [
    ...added.map((text) => `Yours: ${text}`),
    ...(keepEdited ? changed.map((text) => `Edited by you: ${text}`) : []),
    ...(sold.count ? [`In the archive, because it was sold: ${namesText(sold)}`] : []),
  ]
}

/** What is removed, in columns. */
export const RemovedList = ({ texts }: { texts: string[] }) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-8 border-line border-y bg-raised px-4 py-3">
    {texts.map((text) => (
      <li key={text} className="py-1 tabular-nums">
        {text}
      </li>
    ))}
  </ul>
)

export const StayingList = ({ texts }: { texts: string[] }) => (
  <ul className="grid list-disc gap-1 pl-5">
    {texts.map((text) => (
      <li key={text} className="wrap-anywhere">
        {text}
      </li>
    ))}
  </ul>
)
