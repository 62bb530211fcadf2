import type { Translate } from '../messages/use-texts.ts'
import type { Tone } from '../shared/StateMark.tsx'

const TONES = { green: 'good', yellow: 'warn', red: 'bad' } as const

/** The health of a tenant in a word. Anything but the three is unknown (spec operator-mode 4). */
export function healthState(t: Translate<'tenants'>, status: string): { tone: Tone; text: string } {
  for (const color of ['green', 'yellow', 'red'] as const) {
    if (status === color) return { tone: TONES[color], text: t(`health.${color}`) }
  }
  return { tone: 'muted', text: t('health.grey') }
}
