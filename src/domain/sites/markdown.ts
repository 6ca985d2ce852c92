import { z } from 'zod'
import type { LabelledLink } from '#domain/pages/content.ts'
import { imageSchema } from '#domain/sites/content-schema.ts'
import { markdownProblem } from '#domain/sites/text-problems.ts'

export const maxMarkdownLength = 100_000

export const markdownSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(maxMarkdownLength, `must be at most ${maxMarkdownLength} characters long`)
  .superRefine((typed, context) => {
    const problem = markdownProblem(typed) ?? foreignPictureProblem(typed)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

const markdownPicture = /!\[([^\]]*)\]\(\s*<?([^)\s>]*)/g
/** The pictures in a text, by their addresses and file names, each with what the text says about it. */
export const markdownPictures = (text: string): { name: string; alt: string }[] =>
  [...text.matchAll(markdownPicture)].map(([, alt, name]) => ({ name: name!, alt: alt!.trim() }))
export const picturesOfMarkdown = (text: string): string[] => markdownPictures(text).map(({ name }) => name)

const markdownLink = /(?<![!\\])\[([^\]]*)\]\(\s*<?([^)\s>]*)/g
/** The links in a text, each with its words. */
export const linksOfMarkdown = (text: string): LabelledLink[] =>
  [...text.matchAll(markdownLink)].map(([, label, target]) => ({ target: target!, label: label!.trim() }))

const renderedLink = /<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs
/** Rendered Markdown without the links that lead to closed pages; their words stay. */
export const withoutClosedMarkdownLinks = (html: string, isOpen: (target: string) => boolean): string =>
  html.replaceAll(renderedLink, (link: string, target: string, words: string) =>
    isOpen(target.replaceAll('&amp;', '&')) ? link : words,
  )

/** A visitor's browser loads pictures from this site only. */
const foreignPictureProblem = (text: string): string | null =>
  picturesOfMarkdown(text).every((name) => imageSchema.safeParse(name).success)
    ? null
    : 'must only have pictures that were uploaded here'

/** A text without markup as Markdown that shows it letter for letter. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>#+\-.!|~&]/g, (mark, at) =>
    // In the middle of a sentence these mean nothing, and a text without backslashes is easier to edit.
    /[#+\-.!|~&{}]/.test(mark) &&
    !/^&#?\w+;/.test(text.slice(at, at + 40)) &&
    !/^\s*(?:\d+)?$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
      ? mark
      : `\\${mark}`,
  )
