import MarkdownIt from 'markdown-it'

/** How much of a text is laid out. */
export const MARKDOWN_BYTES = 128 * 1024

/** An element or a text of Markdown. */
export type MarkdownNode = string | MarkdownElement

interface MarkdownElement {
  tag: (typeof TAGS)[number]
  children: MarkdownNode[]
  /** Where a link leads, or an image is. It is shown, never opened or loaded. */
  address?: string
  /** The number of an ordered list's first item. */
  start?: number
}

const TAGS = [
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'ul', 'ol', 'li', 'hr', 'br', 'pre', 'code'] as const),
  ...(['em', 'strong', 's', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'root'] as const),
]

const parser = new MarkdownIt({ html: false, linkify: false, maxNesting: 30 })

type Token = ReturnType<typeof parser.parse>[number]

/**
 * The elements of a Markdown text. HTML in it is text, so what comes out has no other elements than those of {@link TAGS} and no
 * attributes.
 */
export function parseMarkdown(text: string): MarkdownElement {
  const root: MarkdownElement = { tag: 'root', children: [] }
  append(root, parser.parse(text, {}))
  return root
}

function append(root: MarkdownElement, tokens: readonly Token[]): void {
  const open = [root]
  for (const token of tokens) {
    const parent = open.at(-1) ?? root
    const element = elementOf(token)
    if (token.type === 'inline') append(parent, token.children ?? [])
    else if (token.nesting < 0) {
      if (open.length > 1 && !token.hidden) open.pop()
    } else if (token.hidden) {
      // The paragraph of a tight list's item.
    } else if (element !== undefined) {
      parent.children.push(element)
      if (token.nesting > 0) open.push(element)
    } else if (token.type === 'softbreak') parent.children.push('\n')
    else parent.children.push(token.content)
  }
}

function elementOf({ tag, type, content, attrs }: Token): MarkdownElement | undefined {
  if (type === 'fence' || type === 'code_block') return { tag: 'pre', children: [content] }
  if (type === 'code_inline') return { tag: 'code', children: [content] }
  const known = TAGS.find((name) => name === tag)
  if (known === undefined || type === 'text' || type === 'softbreak') return undefined
  const attributes = new Map((attrs ?? []).map(([name, value]) => [name, String(value)]))
  const address = attributes.get('href') ?? attributes.get('src')
  const start = Number(attributes.get('start') ?? Number.NaN)
  return {
    tag: known,
    children: known === 'img' ? [content] : [],
    ...(address !== undefined && { address }),
    ...(Number.isSafeInteger(start) && { start }),
  }
}
