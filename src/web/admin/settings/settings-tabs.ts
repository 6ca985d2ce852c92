export const settingsTabs = ['site', 'security', 'people', 'privacy', 'system'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** Former tabs, so that old links still work. */
const former: Record<string, SettingsTab> = { 'two-factor': 'security', sessions: 'security' }

/** The tab that a URL names. */
export const settingsTab = (name: string): SettingsTab | undefined =>
  settingsTabs.find((tab) => tab === name) ?? (Object.hasOwn(former, name) ? former[name] : undefined)
