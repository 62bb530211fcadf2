import { createElement, type ReactNode } from 'react'
import { useTexts } from '../../../../messages/use-texts.ts'
import layout from '../../../../shared/layout.module.css'
import { plainText } from '../../../../shared/text/visible-name.ts'
import { DocumentFrame, FirstPart } from '../DocumentFrame.tsx'
import { decodeText } from '../text/decode-text.ts'
import { useContent } from '../use-content.ts'
import type { ViewerProps } from '../viewer.ts'
import classes from './MarkdownViewer.module.css'
import { MARKDOWN_BYTES, type MarkdownNode, parseMarkdown } from './markdown-blocks.ts'

/** Markdown as it reads. A link is its text and its address; an image is its description and its address. */
export function MarkdownViewer({ object, readRange }: ViewerProps) {
  const t = useTexts('previewDocuments')
  const content = useContent(async () => {
    const bytes = await readRange(0, MARKDOWN_BYTES)
    const decoded = decodeText(bytes, bytes.length >= object.size)
    if (decoded === undefined) throw new Error(t('text.notText'))
    return { root: parseMarkdown(decoded.text), shown: bytes.length }
  })
  if (content === undefined) return null
  return (
    <DocumentFrame
      label={t('markdown.label')}
      facts={content.shown < object.size && <FirstPart shown={content.shown} size={object.size} />}
    >
      <div className={classes.text}>{content.root.children.map(shownNode)}</div>
    </DocumentFrame>
  )
}

function shownNode(node: MarkdownNode, key: number): ReactNode {
  if (typeof node === 'string') return visible(node)
  const { tag, children, address, start } = node
  const shown = children.map(shownNode)
  if (tag === 'a' || tag === 'img') {
    return (
      <span key={key}>
        {shown}
        {address !== undefined && <bdi className={layout.muted}> ({plainText(address)})</bdi>}
      </span>
    )
  }
  if (tag === 'hr' || tag === 'br') return createElement(tag, { key })
  if (tag === 'pre') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide line is scrolled to with the keyboard
      <pre key={key} tabIndex={0}>
        {shown}
      </pre>
    )
  }
  const element = createElement(tag, { key, dir: 'auto', ...(start !== undefined && { start }) }, shown)
  return tag === 'table' ? (
    <div key={key} className={classes.wide}>
      {element}
    </div>
  ) : (
    element
  )
}

/** The text, with characters that reorder or hide as marks; its line breaks and tabs stay. */
function visible(text: string): string {
  return text
    .split(/([\n\t])/)
    .map((part) => (part === '\n' || part === '\t' ? part : plainText(part)))
    .join('')
}
