import type { ServerJob } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { failureReason } from '../shared/api/api-error.ts'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { shownStatus } from './server-job.ts'

const TONES: Readonly<Record<ReturnType<typeof shownStatus>, Tone>> = {
  queued: 'muted',
  running: 'muted',
  waiting: 'warn',
  paused: 'muted',
  done: 'good',
  incomplete: 'warn',
  stopped: 'bad',
  canceled: 'muted',
}

interface JobStatusProps {
  job: ServerJob
  /** What the job does now, where more is known than that it is running. */
  phase?: string | undefined
}

/** The status of a job; hovering shows why it waits or has stopped. */
export function JobStatus({ job, phase }: JobStatusProps) {
  const t = useTexts('serverJobs')
  const status = shownStatus(job)
  return (
    <span title={failureReason({ message: job.problem, text: job.text })}>
      <StateMark tone={TONES[status]} text={(status === 'running' && phase) || t(`status.${status}`)} />
    </span>
  )
}
