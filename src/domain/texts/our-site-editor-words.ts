/** Why an edit of the website is refused. */
export const siteEditorTexts = {
  tooLong: 'The texts of your website are too long together. Please shorten some of them.',
  inThePast: 'Please choose a time in the future.',
  alreadyScheduled: 'Another version is scheduled already. Cancel its schedule first.',
  inUse: 'Only old versions can be deleted.',
  nothingToPublish: 'There is no draft. Somebody has published or discarded it.',
  notPublishable: 'The draft cannot be published yet. Please look at the problems below.',
} as const
