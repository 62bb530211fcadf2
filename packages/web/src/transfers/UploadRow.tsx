import { formatBytes } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './TransferPanel.module.css'
import { cancelUpload, queue } from './transfers.ts'
import { hasLeft, isOpen, type Upload } from './upload-queue.ts'

const ICONS = {
  waiting: IconClock,
  running: IconUpload,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconX,
}

interface UploadRowProps {
  upload: Upload
  /** Place in the list and length of the list, which holds the rows in sight only. */
  index: number
  count: number
  top: number
  measure: Ref<HTMLLIElement>
}

export function UploadRow({ upload, index, count, top, measure }: UploadRowProps) {
  const { t } = useTranslation('transfers')
  const name = plainName(upload.name)
  const Icon = ICONS[upload.status]
  return (
    <li
      ref={measure}
      className={classes.upload}
      data-index={index}
      data-status={upload.status}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Icon size={16} stroke={1.8} aria-hidden="true" className={classes.icon} />
      <p className={classes.name} title={name}>
        <ObjectName name={upload.name} />
      </p>
      {upload.status === 'running' && (
        <progress className={classes.bar} aria-label={name} max={upload.size || 1} value={upload.sent} />
      )}
      <p className={classes.state}>
        <UploadState upload={upload} />
      </p>
      {isOpen(upload) && !hasLeft(upload) && (
        <ActionIcon
          variant="subtle"
          color="neutral"
          size={28}
          aria-label={t('cancel', { name })}
          title={t('cancel', { name })}
          onClick={() => cancelUpload(upload)}
        >
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      )}
      {(upload.status === 'failed' || upload.status === 'cancelled') && (
        <ActionIcon
          variant="subtle"
          color="neutral"
          size={28}
          aria-label={t('retry', { name })}
          title={t('retry', { name })}
          onClick={() => queue.retry(upload)}
        >
          <IconRefresh size={16} stroke={1.8} />
        </ActionIcon>
      )}
    </li>
  )
}

function UploadState({ upload }: { upload: Upload }): string {
  const { t } = useTranslation('transfers')
  switch (upload.status) {
    case 'waiting':
      return `${t('waiting')} · ${formatBytes(upload.size)}`
    case 'running':
      return hasLeft(upload)
        ? t('finishing')
        : t('progress', { done: formatBytes(upload.sent), total: formatBytes(upload.size) })
    case 'done':
      return `${t('done')} · ${formatBytes(upload.size)}`
    case 'failed':
      return upload.problem
    case 'cancelled':
      return t('cancelled')
  }
}
