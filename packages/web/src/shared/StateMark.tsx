import { IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import layout from './layout.module.css'

const ICONS = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX, muted: IconCircle }
export type Tone = keyof typeof ICONS

interface StateMarkProps {
  tone: Tone
  text: ReactNode
}

/** The state of something, in a word, with an icon and color of its kind. */
export function StateMark({ tone, text }: StateMarkProps) {
  const Icon = ICONS[tone]
  return (
    <span className={`${layout.state} ${layout[tone]}`}>
      <Icon size={15} aria-hidden="true" />
      {text}
    </span>
  )
}

/** The icon alone, where a name that it belongs to follows: its word is for screen readers, and on hover. */
export function StateIcon({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span title={text}>
      <StateMark tone={tone} text={<span className={layout.hidden}>{text}</span>} />
    </span>
  )
}
