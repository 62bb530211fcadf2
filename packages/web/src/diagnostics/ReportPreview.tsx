import { useState } from 'react'
import type { diagnostics } from '../messages/en/diagnostics.ts'
import { type Translate, useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import classes from './diagnostics.module.css'

/** A part is shown up to this many characters; the file has all of it. */
const SHOWN_CHARACTERS = 50_000

/** The contents of the file, part by part. */
export function ReportPreview({ report }: { report: Record<string, unknown> }) {
  const t = useTexts('diagnostics')
  const parts = Object.entries(report).flatMap(([group, content]) =>
    typeof content === 'object' && content !== null && !Array.isArray(content)
      ? Object.entries(content).map(([name, part]) => ({ name: `${group}.${name}`, part }))
      : { name: group, part: content },
  )
  return (
    <section className={layout.card} aria-labelledby="diagnostic-preview">
      <h2 className={layout.heading} id="diagnostic-preview">
        {t('preview')}
      </h2>
      <p className={layout.note}>{t('previewHint')}</p>
      <div className={classes.previews}>
        {parts.map(({ name, part }) => (
          <PartPreview key={name} name={name} part={part} />
        ))}
      </div>
    </section>
  )
}

function PartPreview({ name, part }: { name: string; part: unknown }) {
  const t = useTexts('diagnostics')
  const [isOpen, setOpen] = useState(false)
  const size = JSON.stringify(part ?? null).length
  const text = isOpen ? JSON.stringify(part, null, 2) : ''
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {partTitle(t, name)}{' '}
        <span className={layout.muted}>
          <Bytes bytes={size} />
        </span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what can be focused */}
      <pre className={classes.json} tabIndex={0}>
        {text.slice(0, SHOWN_CHARACTERS)}
        {text.length > SHOWN_CHARACTERS &&
          `\n${t('truncated', { number: formatCount(text.length - SHOWN_CHARACTERS) })}`}
      </pre>
    </details>
  )
}

/** `sys.cpus` in words; a part that only newer servers have keeps its name. */
export function partTitle(t: Translate<'diagnostics'>, name: string): string {
  const key = name.replace('.', '_') as keyof typeof diagnostics.parts
  return t(`parts.${key}`, { defaultValue: name })
}
