import { Button } from '@mantine/core'
import { IconDownload, IconEraser, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import layout from '../layout.module.css'
import { saveFile } from '../save-file.ts'
import { dateFormat } from '../text/intl.ts'
import { formatCount } from '../text/numbers.ts'
import { WarningNote } from '../WarningNote.tsx'
import { failureOf } from './live-failure.ts'
import { KEPT_MESSAGES, type Logged } from './live-log.ts'
import type { useLiveLog } from './use-live-log.ts'

type Log = Omit<ReturnType<typeof useLiveLog>, 'start' | 'messages'>

interface LiveControlsProps {
  log: Log
  /** What the table shows, newest first. */
  shown: readonly Logged<object>[]
  fileName: string
}

/** The buttons above the table of a live log. */
export function LiveControls({ log, shown, fileName }: LiveControlsProps) {
  const { t } = useTranslation('live')
  const { isRunning, isPaused, received } = log
  const download = () => {
    const lines = shown.map(({ id: _, ...message }) => `${JSON.stringify(message)}\n`).reverse()
    saveFile(fileName, new Blob(lines, { type: 'application/jsonl' }))
  }
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={16} />}
        disabled={!isRunning && !isPaused}
        onClick={log.togglePause}
      >
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
      <Button variant="default" leftSection={<IconEraser size={16} />} disabled={received === 0} onClick={log.clear}>
        {t('clear')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={shown.length === 0}
        onClick={download}
      >
        {t('download')}
      </Button>
    </>
  )
}

/** Why a live log is incomplete. `action` is the permission that it requires. */
export function LiveNotes({ log, action }: { log: Log; action: string }) {
  const { t } = useTranslation('live')
  const { failure, dropped, isPaused, waiting, gaps } = log
  return (
    <div role="status" className={layout.notes}>
      {failure !== undefined && <WarningNote>{t(`failures.${failureOf(failure)}`, { action })}</WarningNote>}
      {gaps.map(({ from, to }) => (
        <WarningNote key={from}>{t('gap', { from: formatTime(from), to: formatTime(to) })}</WarningNote>
      ))}
      {dropped > 0 && <WarningNote>{t('dropped', { count: dropped, number: formatCount(dropped) })}</WarningNote>}
      {isPaused && waiting > 0 && (
        <WarningNote>{t('waiting', { count: waiting, number: formatCount(waiting) })}</WarningNote>
      )}
    </div>
  )
}

const clock = dateFormat({ timeStyle: 'medium' })
const formatTime = (time: number) => clock().format(time)

/** The end of the table's last line. */
export function LiveState({ log: { received, isRunning, isConnected } }: { log: Log }) {
  const { t } = useTranslation('live')
  return (
    <>
      {received > KEPT_MESSAGES && ` · ${t('oldest', { number: formatCount(KEPT_MESSAGES) })}`}
      {isRunning && !isConnected && ` · ${t('connecting')}`}
    </>
  )
}
