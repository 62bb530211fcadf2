import { AppLink } from '../navigation/AppLink.tsx'
import { guidePath } from '../navigation/paths/guide.ts'
import { linkedPage } from './guide-pages.ts'
import type { GuideBlock, GuideInline } from './guide-text.ts'

/** The text of a page of the guide. Nothing in it ever changes place, so that indices are keys. */
export function GuideBlocks({ blocks }: { blocks: readonly GuideBlock[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return blocks.map((block, index) => <Block key={index} block={block} />)
}

function Block({ block }: { block: GuideBlock }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const
      return (
        <Heading>
          <GuideInlines inlines={block.text} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <GuideInlines inlines={block.text} />
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide line is scrolled to with the keyboard
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <GuideInlines inlines={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table {...block} />
  }
}

function Table({ head, rows }: Extract<GuideBlock, { kind: 'table' }>) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <th key={index} scope="col">
              <GuideInlines inlines={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={index}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <td key={column}>
                <GuideInlines inlines={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function GuideInlines({ inlines }: { inlines: readonly GuideInline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return inlines.map((inline, index) => <Inline key={index} inline={inline} />)
}

function Inline({ inline }: { inline: GuideInline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'strong':
      return <strong>{inline.text}</strong>
    case 'link': {
      const page = linkedPage(inline.href)
      return page === undefined ? (
        <a href={inline.href}>{inline.text}</a>
      ) : (
        <AppLink to={guidePath(page)}>{inline.text}</AppLink>
      )
    }
  }
}
