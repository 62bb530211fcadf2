import type { ReactNode } from 'react'
import layout from './layout.module.css'

interface FactListProps {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  /** Names and values below each other, unless it is `layout.figures` (large values) or `layout.line` (side by side). */
  className?: string | undefined
  /** For a list whose heading doesn't say what it is about. */
  'aria-label'?: string
}

/** What a page says about its subject: names and their values. */
export function FactList({ facts, className = layout.facts, 'aria-label': label }: FactListProps) {
  return (
    <dl className={className} aria-label={label}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
