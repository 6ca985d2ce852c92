/** Apart from the steps, because every page loads what an address can name. */
export const stepIds = ['you', 'look', 'home', 'pages', 'finish'] as const
export type StepId = (typeof stepIds)[number]
