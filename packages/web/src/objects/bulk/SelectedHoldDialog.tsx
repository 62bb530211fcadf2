import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { type BulkDialogProps, useChangeJob } from './use-change-job.ts'

const STATUSES = ['enabled', 'disabled'] as const

/** Sets or removes the legal hold of everything that is selected. */
export function SelectedHoldDialog(props: BulkDialogProps) {
  const { name, start, server } = useChangeJob('legalHold', props)
  const t = useTexts(['bulk', 'shared'])
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('enabled')
  return (
    <ModalForm
      title={t('legalHold.title', { name })}
      onClose={props.onClose}
      onSubmit={() => start({ kind: 'legalHold', status })}
      submitLabel={t('shared:save')}
      call={server}
    >
      <NativeSelect
        label={t('legalHold.status')}
        description={t(`legalHold.hints.${status}`)}
        data-autofocus
        data={STATUSES.map((value) => ({ value, label: t(`legalHold.${value}`) }))}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value === 'disabled' ? 'disabled' : 'enabled')}
      />
      {server.field}
      <p className={layout.note}>{t('note')}</p>
    </ModalForm>
  )
}
