export const devices = ['mobile', 'tablet', 'desktop', 'other', 'unknown'] as const
export type Device = (typeof devices)[number]

/** What somebody holds in their hands, as far as their browser says; the browser itself is written down nowhere. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const said = userAgent?.trim()
  if (!said) return 'unknown'
  if (/bot\b|crawl|spider|headlesschrome|smart-?tv|\btv\b|playstation|xbox|nintendo/i.test(said)) return 'other'
  if (/ipad|tablet|kindle|silk\/|playbook/i.test(said)) return 'tablet'
  if (/iphone|ipod|windows phone|\bmobi/i.test(said)) return 'mobile'
  // Android says "Mobile" on a phone and nothing on a tablet.
  if (/android/i.test(said)) return 'tablet'
  return /windows nt|macintosh|x11|linux|cros/i.test(said) ? 'desktop' : 'other'
}
