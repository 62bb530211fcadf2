import { formatBytes, getSession } from '@cooperage/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { InfoCard } from '../shared/overlay/InfoCard.tsx'
import { progressTo } from '../shared/progress.ts'
import { formatDuration } from '../shared/text/durations.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { currentQuestion, onQuestion } from './conflicts.ts'
import { useLatestWay } from './direct-way.ts'
import { ConflictDialog, UploadList } from './index.ts'
import classes from './transfers.module.css'
import { cancelAllUploads, pauseAllUploads, resumeAllUploads, resumeUploads, useUploadQueue } from './transfers.ts'
import { canResume, type UploadQueue, type UploadSums } from './upload-queue.ts'

const SPEED_EVERY_MS = 1000

/**
 * The uploads of this tab, below every page while there are any. The files are listed while something runs or has failed, or as
 * the user has chosen.
 */
export function TransferPanel() {
  const question = useSyncExternalStore(onQuestion, currentQuestion)
  const queue = useUploadQueue()
  useOwnSession()
  return (
    <>
      {queue.uploads.length + queue.preparing > 0 && <Panel queue={queue} />}
      {question && <ConflictDialog key={question.id} question={question} />}
    </>
  )
}

function Panel({ queue }: { queue: UploadQueue }) {
  const t = useTexts('transfers')
  const sums = queue.sums
  const open = sums.waiting + sums.running
  const unfinished = open + sums.paused
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? (unfinished > 0 || sums.failed > 0)
  const { pause } = queue
  const title = useTitle(sums, pause !== undefined, queue.preparing)
  const percent = sums.totalBytes === 0 ? 0 : Math.floor((sums.sentBytes / sums.totalBytes) * 100)
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {unfinished > 0 && <progress className={classes.total} aria-label={title} max={100} value={percent} />}
        <p className={classes.sums}>
          <Sums queue={queue} sums={sums} />
        </p>
        <LatestWay />
        <span className={classes.space} />
        {sums.failed > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            className={classes.retry ?? ''}
            onClick={() => queue.retryFailed()}
          >
            {t('retryFailed')}
          </Button>
        )}
        <PauseAll isOpen={open > 0} canResume={queue.uploads.some(canResume)} />
        <ActionIcon
          variant="subtle"
          color="neutral"
          size={32}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'collapse' : 'expand')}
          title={t(isOpen ? 'collapse' : 'expand')}
          onClick={() => setChosen(!isOpen)}
        >
          <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="neutral"
          size={32}
          aria-label={t(unfinished > 0 ? 'cancelAll' : 'clear')}
          title={t(unfinished > 0 ? 'cancelAll' : 'clear')}
          onClick={unfinished > 0 ? cancelAllUploads : () => queue.clear()}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      {pause && (
        <div className={classes.pause}>
          <IconPlayerPause size={16} aria-hidden="true" />
          <p role="status">{pause.message}</p>
          <Button variant="default" size="compact-sm" onClick={() => queue.resume()}>
            {t('tryNow')}
          </Button>
        </div>
      )}
      {isOpen && <UploadList label={title} />}
    </section>
  )
}

/** How files travel, and why not directly. */
function LatestWay() {
  const t = useTexts('transfers')
  const way = useLatestWay()
  if (way === undefined) return null
  if (way.obstacle === '') return <span className={classes.way}>{t('direct')}</span>
  const { obstacle, origin } = way
  return (
    <InfoCard
      position="top-start"
      width={320}
      button={(opener) => (
        <button {...opener} type="button" className={classes.way}>
          {t('throughConsole')}
        </button>
      )}
    >
      {() => t(`obstacles.${obstacle}`, { origin })}
    </InfoCard>
  )
}

function PauseAll({ isOpen, canResume }: { isOpen: boolean; canResume: boolean }) {
  const t = useTexts('transfers')
  if (!isOpen && !canResume) return null
  const Icon = isOpen ? IconPlayerPause : IconPlayerPlay
  const label = t(isOpen ? 'pauseAll' : 'resumeAll')
  return (
    <ActionIcon
      variant="subtle"
      color="neutral"
      size={32}
      aria-label={label}
      title={label}
      onClick={() => (isOpen ? pauseAllUploads() : void resumeAllUploads())}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}

function useTitle(sums: UploadSums, isPaused: boolean, preparing: number): string {
  const t = useTexts('transfers')
  const open = sums.waiting + sums.running
  if (preparing > 0) return t('preparing', { count: preparing, number: formatCount(preparing) })
  if (open > 0) return t(isPaused ? 'pausedWith' : 'running', { count: open, number: formatCount(open) })
  if (sums.paused > 0) return t('pausedWith', { count: sums.paused, number: formatCount(sums.paused) })
  if (sums.done > 0 && sums.failed === 0) return t('finished', { count: sums.done, number: formatCount(sums.done) })
  return t('ended')
}

/** '25 % · 3.1 MiB of 12 MiB · 4.2 MiB/s · 2 seconds left · 12 uploaded · 1 failed' */
function Sums({ queue, sums }: { queue: UploadQueue; sums: UploadSums }): string {
  const t = useTexts('transfers')
  const isOpen = sums.waiting + sums.running > 0
  useTick(isOpen)
  const speed = isOpen ? queue.speed() : 0
  const isLeft = isOpen || sums.paused > 0
  const progress = isLeft ? progressTo(sums.totalBytes, sums.sentBytes, speed) : undefined
  const secondsLeft = progress?.secondsLeft
  return [
    ...(progress ? [t('percent', { percent: progress.percent })] : []),
    isLeft
      ? t('progress', { done: formatBytes(sums.sentBytes), total: formatBytes(sums.totalBytes) })
      : formatBytes(sums.sentBytes),
    ...(speed > 0 ? [t('speed', { speed: formatBytes(Math.round(speed)) })] : []),
    ...(secondsLeft !== undefined ? [t('timeLeft', { time: formatDuration(secondsLeft) })] : []),
    ...(sums.done > 0 && (isOpen || sums.failed > 0) ? [t('doneOf', { number: formatCount(sums.done) })] : []),
    ...(sums.failed > 0 ? [t('failedOf', { number: formatCount(sums.failed) })] : []),
    ...(sums.canceled > 0 ? [t('canceledOf', { number: formatCount(sums.canceled) })] : []),
  ].join(' · ')
}

/** Re-renders every second: a speed drops to zero when nothing happens. */
function useTick(isOn: boolean): void {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setTick((tick) => tick + 1), SPEED_EVERY_MS)
    return () => clearInterval(timer)
  }, [isOn])
}

/** This panel is mounted only while someone is signed in, so uploads that waited for that resume. */
function useOwnSession(): void {
  const { data, dataUpdatedAt } = useApiQuery(getSession, {}, { staleTime: 60_000 })
  const account = data?.accountName
  useEffect(() => {
    if (account !== undefined && dataUpdatedAt > 0) resumeUploads(account)
  }, [account, dataUpdatedAt])
}
