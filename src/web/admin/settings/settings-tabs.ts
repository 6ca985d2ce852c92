export const settingsTabs = ['site', 'security', 'people', 'messages', 'privacy', 'system'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** Tabs that were tabs of their own once; links to them still lead to the right place. */
const former: Record<string, SettingsTab> = { 'two-factor': 'security', sessions: 'security' }

/** The tab that an address means. */
export const settingsTab = (asked: string): SettingsTab | undefined =>
  settingsTabs.find((tab) => tab === asked) ?? (Object.hasOwn(former, asked) ? former[asked] : undefined)
