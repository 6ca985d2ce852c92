export const devices = ['mobile', 'tablet', 'desktop', 'other', 'unknown'] as const
export type Device = (typeof devices)[number]

/** The kind of device by its user agent, which is not stored. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const agent = userAgent?.trim()
  if (!agent) return 'unknown'
  if (/bot\b|crawl|spider|headlesschrome|smart-?tv|\btv\b|playstation|xbox|nintendo/i.test(agent)) return 'other'
  if (/ipad|tablet|kindle|silk\/|playbook/i.test(agent)) return 'tablet'
  if (/iphone|ipod|windows phone|\bmobi/i.test(agent)) return 'mobile'
  // Android says "Mobile" on a phone and nothing on a tablet.
  if (/android/i.test(agent)) return 'tablet'
  return /windows nt|macintosh|x11|linux|cros/i.test(agent) ? 'desktop' : 'other'
}
