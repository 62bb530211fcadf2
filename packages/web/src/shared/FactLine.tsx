import type { ReactNode } from 'react'
import layout from './layout.module.css'

/** What a page says about its subject, in a line below the heading. */
export function FactLine({ label, facts }: { label: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={layout.line} aria-label={label}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
