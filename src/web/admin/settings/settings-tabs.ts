/** The tabs in their order, by name. */
export const settingsTabNames = {
  site: 'Site information',
  security: 'Security',
  people: 'People',
  privacy: 'Privacy',
  'set-up': 'Set-up',
  system: 'System',
} as const
export type SettingsTab = keyof typeof settingsTabNames
export const settingsTabs = Object.keys(settingsTabNames) as SettingsTab[]

/** Former tabs, so that old links still work. */
const formerTabs: Record<string, SettingsTab> = { 'two-factor': 'security', sessions: 'security' }

/** The tab that a URL names. */
export const parseSettingsTab = (name: string): SettingsTab | undefined =>
  settingsTabs.find((tab) => tab === name) ?? (Object.hasOwn(formerTabs, name) ? formerTabs[name] : undefined)
