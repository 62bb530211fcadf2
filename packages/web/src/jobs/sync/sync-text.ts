import type { Sync, SyncReport, SyncRun, SyncSchedule } from '@cooperage/contract'
import type { Translate } from '../../messages/use-texts.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { csvOf } from '../../shared/csv.ts'
import { progressTo } from '../../shared/progress.ts'
import type { Tone } from '../../shared/StateMark.tsx'
import { formatDuration } from '../../shared/text/durations.ts'
import { formatCount } from '../../shared/text/numbers.ts'

type T = Translate<'sync'>

/** A bucket, or a folder of it, as people write it. */
export function placeText(bucket: string, prefix: string): string {
  return prefix === '' ? bucket : `${bucket}/${prefix}`
}

/** What a sync copies. */
export function sourceOf({ bucket, prefix }: Sync): string {
  return placeText(bucket, prefix)
}

/** The prefix of a folder that someone typed; '' for the whole bucket. */
export function prefixOf(typed: string): string {
  const path = typed.replace(/^\/+|\/+$/g, '')
  return path === '' ? '' : `${path}/`
}

export function scheduleText(t: T, schedule: SyncSchedule): string {
  return schedule.every === 'day'
    ? t('schedules.dayAt', { time: schedule.at })
    : t(`schedules.${schedule.every as 'once' | 'hour'}`)
}

/** What a sync is doing, or how its latest run ended. */
export function stateOf(t: T, { last, enabled, unconfirmed }: Sync): { tone: Tone; text: string } {
  if (unconfirmed) return { tone: 'warn', text: t('states.confirm') }
  const run = last && runState(t, last)
  if (run && last.ended === '') return run
  if (!enabled) return { tone: 'muted', text: t('states.paused') }
  return run ?? { tone: 'muted', text: t('states.new') }
}

export function runState(t: T, run: SyncRun): { tone: Tone; text: string } {
  const { status, phase, failed } = run
  switch (status) {
    case 'queued':
      return { tone: 'muted', text: t('states.queued') }
    case 'running':
      return { tone: 'muted', text: progressText(t, run) ?? t(`states.${phase}`) }
    case 'waiting':
      return { tone: 'warn', text: t('states.waiting') }
    case 'paused':
      return { tone: 'warn', text: t('states.held') }
    case 'stopped':
      return { tone: 'bad', text: t('states.failed') }
    case 'canceled':
      return { tone: 'muted', text: t('states.canceled') }
    default:
      return failed > 0 ? { tone: 'warn', text: t('states.incomplete') } : { tone: 'good', text: t('states.done') }
  }
}

/** How far a run has copied, and how long that still takes; undefined while it isn't known. */
function progressText(t: T, { phase, total, copied, skipped, failed, rate }: SyncRun): string | undefined {
  const progress = phase === 'copy' ? progressTo(total, copied + skipped + failed, rate) : undefined
  if (progress === undefined) return undefined
  const { percent, secondsLeft } = progress
  return secondsLeft === undefined
    ? t('states.copyOf', { percent })
    : t('states.copyLeft', { percent, time: formatDuration(secondsLeft) })
}

/** What a run did, in a few words. */
export function countsText(t: T, { copied, deleted, failed, status }: SyncRun): string {
  const found = [
    ...(failed > 0 ? [t('counts.failed', { number: formatCount(failed) })] : []),
    ...(copied > 0 ? [t('counts.copied', { number: formatCount(copied) })] : []),
    ...(deleted > 0 ? [t('counts.deleted', { number: formatCount(deleted) })] : []),
  ]
  return found.length === 0 && status === 'done' ? t('counts.same') : found.join(' · ')
}

/** The objects of a report as a table to keep. */
export function reportCsv(t: T, { failures, entries }: SyncReport): string {
  return csvOf(
    [t('report.outcome'), t('report.object'), t('report.reason')],
    [
      ...failures.map((failure) => [t('report.kinds.failed'), failure.path, failureReason(failure)]),
      ...entries.map(({ kind, name }) => [t(`report.kinds.${kind}`), name, '']),
    ],
  )
}
