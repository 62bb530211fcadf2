import { formatBytes } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './TransferPanel.module.css'
import { cancelUpload, retryUpload } from './transfers.ts'
import { isOpen, type Upload } from './upload-queue.ts'

const ICONS = {
  waiting: IconClock,
  running: IconUpload,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconX,
}

export function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation('transfers')
  const name = plainName(upload.name)
  const Icon = ICONS[upload.status]
  return (
    <li className={classes.upload} data-status={upload.status}>
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
      {isOpen(upload) && (
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
          onClick={() => retryUpload(upload)}
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
      return upload.sent >= upload.size && upload.size > 0
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
