import { useTexts } from '../messages/use-texts.ts'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import type { DriveMark, MarkedDrive } from './drive-marks.ts'

const TONES: Readonly<Record<DriveMark, Tone>> = { bad: 'bad', healing: 'warn', full: 'warn', slow: 'warn', ok: 'good' }

/** What is to be known about a drive; for one that doesn't work, in the server's word. */
export function DriveState({ drive: { mark, state } }: { drive: MarkedDrive }) {
  const t = useTexts('pools')
  const text = mark === 'bad' && state !== '' ? t('badState', { state }) : t(`marks.${mark}`)
  return <StateMark tone={TONES[mark]} text={text} />
}
