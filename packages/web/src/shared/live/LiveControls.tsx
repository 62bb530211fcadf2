import { IconDownload, IconEraser, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type Translate, useTexts } from '../../messages/use-texts.ts'
import { ExplainedButton } from '../ExplainedButton.tsx'
import { ListFooter } from '../ListPage.tsx'
import layout from '../layout.module.css'
import { saveFile } from '../save-file.ts'
import { dateFormat } from '../text/intl.ts'
import { formatCount } from '../text/numbers.ts'
import { WarningNote } from '../WarningNote.tsx'
import { failureOf } from './live-failure.ts'
import { KEPT_MESSAGES, type Logged } from './live-log.ts'
import { SpokenAtIntervals } from './SpokenAtIntervals.tsx'
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
  const t = useTexts('live')
  const { isRunning, isPaused, received } = log
  const download = () => {
    const lines = shown.map(({ id: _, ...message }) => `${JSON.stringify(message)}\n`).reverse()
    saveFile(fileName, new Blob(lines, { type: 'application/jsonl' }))
  }
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <ExplainedButton
        variant="default"
        leftSection={<Icon size={16} />}
        disabledReason={isRunning || isPaused ? undefined : t('notRunning')}
        onClick={log.togglePause}
      >
        {t(isPaused ? 'resume' : 'pause')}
      </ExplainedButton>
      <ExplainedButton
        variant="default"
        leftSection={<IconEraser size={16} />}
        disabledReason={received === 0 ? t('nothing') : undefined}
        onClick={log.clear}
      >
        {t('clear')}
      </ExplainedButton>
      <ExplainedButton
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabledReason={shown.length === 0 ? t(received === 0 ? 'nothing' : 'noMatch') : undefined}
        onClick={download}
      >
        {t('download')}
      </ExplainedButton>
    </>
  )
}

/** Why a live log is incomplete. `action` is the permission that it requires. */
export function LiveNotes({ log, action }: { log: Log; action: string }) {
  const t = useTexts('live')
  const { failure, gaps } = log
  return (
    <>
      <div role="status" className={layout.notes}>
        {failure !== undefined && <WarningNote>{t(`failures.${failureOf(failure)}`, { action })}</WarningNote>}
        {gaps.map(({ from, to }) => (
          <WarningNote key={from}>{t('gap', { from: formatTime(from), to: formatTime(to) })}</WarningNote>
        ))}
      </div>
      {/* Their numbers change with each message: the footer has them read at intervals. */}
      <div className={layout.notes}>
        {countsOf(t, log).map(({ kind, text }) => (
          <WarningNote key={kind}>{text}</WarningNote>
        ))}
      </div>
    </>
  )
}

/** How many messages aren't in the table. */
function countsOf(t: Translate<'live'>, { dropped, isPaused, waiting }: Log) {
  return [
    { kind: 'dropped' as const, count: dropped },
    { kind: 'waiting' as const, count: isPaused ? waiting : 0 },
  ].flatMap(({ kind, count }) => (count > 0 ? [{ kind, text: t(kind, { count, number: formatCount(count) }) }] : []))
}

const clock = dateFormat({ timeStyle: 'medium' })
const formatTime = (time: number) => clock().format(time)

/** The last line of the table of a live log. */
export function LiveFooter({ log, count }: { log: Log; count: string }) {
  const t = useTexts('live')
  const { received, isRunning, isPaused, isConnected } = log
  const parts = [
    count,
    ...(received > KEPT_MESSAGES ? [t('oldest', { number: formatCount(KEPT_MESSAGES) })] : []),
    ...(isRunning && !isConnected ? [t('connecting')] : []),
  ]
  return (
    <ListFooter isSilent>
      {parts.join(' · ')}
      <SpokenAtIntervals text={parts.join('\n')} isBusy={isRunning && !isPaused} />
      {/* Messages are counted during a pause too. */}
      <SpokenAtIntervals
        text={countsOf(t, log)
          .map(({ text }) => text)
          .join('\n')}
        isBusy={isRunning}
      />
    </ListFooter>
  )
}
