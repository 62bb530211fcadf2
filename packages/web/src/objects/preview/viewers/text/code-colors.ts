import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** Colors of what JSON and YAML don't have; the others are those of the editor. */
export const codeColors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.heading, tags.tagName], color: 'var(--coop-accent)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--coop-muted)' },
  { tag: [tags.atom, tags.typeName, tags.className, tags.attributeName], color: 'var(--coop-info)' },
  { tag: [tags.inserted, tags.regexp], color: 'var(--coop-good)' },
  { tag: [tags.deleted, tags.invalid], color: 'var(--coop-bad)' },
])
