/** The part of Markdown that docs/guide uses, read into what the page draws. What it does not know stays as it is written. */
export type GuideInline =
  | { kind: 'text' | 'code' | 'strong'; text: string }
  | { kind: 'link'; text: string; href: string }

export type GuideBlock =
  | { kind: 'heading'; level: 1 | 2 | 3; text: readonly GuideInline[] }
  | { kind: 'paragraph'; text: readonly GuideInline[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly GuideInline[])[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: readonly (readonly GuideInline[])[]; rows: readonly (readonly (readonly GuideInline[])[])[] }

const FENCE = /^```/
const HEADING = /^(#{1,3}) (.*)$/
const ITEM = /^(?:[-*]|(\d+)\.) (.*)$/
const INLINE = /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)/g

export function parseGuide(markdown: string): GuideBlock[] {
  const blocks: GuideBlock[] = []
  for (const chunk of chunksOf(markdown)) {
    const [first = ''] = chunk
    const heading = HEADING.exec(first)
    if (FENCE.test(first)) blocks.push({ kind: 'code', text: chunk.slice(1, -1).join('\n') })
    else if (heading) blocks.push({ kind: 'heading', level: levelOf(heading[1]), text: parseInline(heading[2] ?? '') })
    else if (ITEM.test(first)) blocks.push(listOf(chunk))
    else if (first.startsWith('|')) blocks.push(tableOf(chunk))
    else blocks.push({ kind: 'paragraph', text: parseInline(chunk.join(' ')) })
  }
  return blocks
}

export function parseInline(text: string): GuideInline[] {
  const parts: GuideInline[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    const { code, strong, label = '', href = '' } = match.groups ?? {}
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else parts.push({ kind: 'link', text: label, href })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

/** Lines that belong together: up to an empty line, a heading alone, a code block with its fences. */
function chunksOf(markdown: string): string[][] {
  const chunks: string[][] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) chunks.push(open)
    open = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    const isInCode = FENCE.test(open[0] ?? '')
    if (isInCode) {
      open.push(line)
      if (FENCE.test(line)) close()
    } else if (FENCE.test(line)) {
      close()
      open.push(line)
    } else if (line.trim() === '') close()
    else if (HEADING.test(line)) {
      close()
      chunks.push([line])
    } else open.push(line)
  }
  close()
  return chunks
}

function levelOf(marks = '#'): 1 | 2 | 3 {
  return marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3
}

function listOf(lines: readonly string[]): GuideBlock {
  const items: string[] = []
  for (const line of lines) {
    const item = ITEM.exec(line)
    if (item) items.push(item[2] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', isOrdered: /^\d/.test(lines[0] ?? ''), items: items.map(parseInline) }
}

function tableOf([head = '', , ...rows]: readonly string[]): GuideBlock {
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
}

function cellsOf(line: string): GuideInline[][] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => parseInline(cell.trim()))
}
