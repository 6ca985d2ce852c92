/** In a file of its own: the route checks the address with it and is in the scripts of visitors, the steps are not. */
export const stepIds = ['you', 'look', 'home', 'pages', 'finish'] as const
export type StepId = (typeof stepIds)[number]
