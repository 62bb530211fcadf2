import { formatBytes } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import {
  IconCircleCheck,
  IconClock,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { memo } from 'react'
import { type Translate, useTexts } from '../messages/use-texts.ts'
import { FailureMark } from '../shared/FailureMark.tsx'
import { ErrorFacts } from '../shared/feedback/ErrorFacts.tsx'
import layout from '../shared/layout.module.css'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './transfers.module.css'
import { cancelUpload, pauseUpload, queue, resumeUpload } from './transfers.ts'
import { isFullySent, isOpen, isUnfinished, type Upload } from './upload-queue.ts'

const ICONS = {
  waiting: IconClock,
  running: IconUpload,
  paused: IconPlayerPause,
  done: IconCircleCheck,
  canceled: IconX,
}

interface UploadRowProps {
  upload: Upload
  /** Position in the list and its length; only visible rows are rendered. */
  index: number
  count: number
  isPhone: boolean
  /** What is shown of the upload, which changes itself: without a difference, the row isn't rendered again. */
  shown: string
}

export function shownOf({ status, sent, needs, problem, file }: Upload): string {
  return [status, sent, needs, problem, file !== undefined].join(' ')
}

/** Many are drawn ten times a second, while few of them change. */
export const UploadRow = memo(function UploadRow({ upload, index, count, isPhone }: UploadRowProps) {
  const t = useTexts('transfers')
  const name = plainName(upload.name)
  const state = stateText(t, upload)
  const Icon = upload.status === 'failed' ? undefined : ICONS[upload.status]
  return (
    <li className={classes.upload} data-status={upload.status} aria-posinset={index + 1} aria-setsize={count}>
      {Icon ? (
        <Icon size={16} aria-hidden="true" className={classes.icon} />
      ) : (
        <span className={classes.reason}>
          <FailureMark label={t('reason', { name })} reason={state} side="start" />
        </span>
      )}
      <div className={classes.text}>
        <p className={`${layout.cut} ${classes.name}`} title={name}>
          <ObjectName name={upload.name} />
        </p>
        {(upload.status === 'running' || upload.status === 'paused') && (
          <progress className={classes.bar} aria-label={name} max={upload.size || 1} value={upload.sent} />
        )}
        <p className={classes.state} title={state}>
          {state}
        </p>
      </div>
      {upload.status === 'failed' && upload.failure && (
        <div className={classes.facts}>
          <ErrorFacts error={upload.failure} detail={isPhone ? 'none' : 'all'} />
        </div>
      )}
      {isOpen(upload) && !isFullySent(upload) && upload.parts && (
        <RowButton label={t('pause', { name })} icon={IconPlayerPause} onClick={() => pauseUpload(upload)} />
      )}
      {upload.status === 'paused' && upload.needs !== 'tab' && (
        <RowButton
          label={t(upload.needs === 'file' ? 'chooseAgain' : 'resume', { name })}
          icon={IconPlayerPlay}
          onClick={() => resumeUpload(upload)}
        />
      )}
      {isUnfinished(upload) && !isFullySent(upload) && upload.needs !== 'tab' && (
        <RowButton label={t('cancel', { name })} icon={IconX} onClick={() => cancelUpload(upload)} />
      )}
      {(upload.status === 'failed' || upload.status === 'canceled') && upload.file && (
        <RowButton label={t('retry', { name })} icon={IconRefresh} onClick={() => queue.retry([upload])} />
      )}
    </li>
  )
})

interface RowButtonProps {
  label: string
  icon: typeof IconX
  onClick: () => void
}

function RowButton({ label, icon: Icon, onClick }: RowButtonProps) {
  return (
    <ActionIcon variant="subtle" color="neutral" size={28} aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} />
    </ActionIcon>
  )
}

function stateText(t: Translate<'transfers'>, upload: Upload): string {
  switch (upload.status) {
    case 'waiting':
      return `${t('waiting')} · ${formatBytes(upload.size)}`
    case 'running':
      return isFullySent(upload)
        ? t('finishing')
        : t('progress', { done: formatBytes(upload.sent), total: formatBytes(upload.size) })
    case 'paused':
      return pausedText(t, upload)
    case 'done':
      return `${t('done')} · ${formatBytes(upload.size)}`
    case 'failed':
      return upload.problem
    case 'canceled':
      return t('canceled')
  }
}

function pausedText(t: Translate<'transfers'>, { needs, problem, sent, size }: Upload): string {
  if (needs === 'tab') return t('inOtherTab')
  if (problem !== '') return problem
  const progress = t('progress', { done: formatBytes(sent), total: formatBytes(size) })
  return t(needs === 'file' ? 'pausedForFile' : 'paused', { progress })
}
