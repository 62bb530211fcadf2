import { IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import layout from './layout.module.css'

const ICONS = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX, muted: IconCircle }
export type Tone = keyof typeof ICONS

/** The state of something, in a word, with an icon and color of its kind. */
export function StateMark({ tone, text }: { tone: Tone; text: string }) {
  const Icon = ICONS[tone]
  return (
    <span className={`${layout.state} ${layout[tone]}`}>
      <Icon size={15} aria-hidden="true" />
      {text}
    </span>
  )
}
