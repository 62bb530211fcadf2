import '../messages/en/tenants.ts'
import { deleteTenant, getTenantRemains, listTenants } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import classes from './tenants.module.css'

interface DeleteTenantDialogProps {
  namespace: string
  name: string
  onClose: () => void
  onDeleted?: () => void
}

/** Asks to type the name, and lists what is kept (spec operator-mode 4). */
export function DeleteTenantDialog({ namespace, name: tenant, onClose, onDeleted }: DeleteTenantDialogProps) {
  const { t } = useTranslation('tenants')
  const [typed, setTyped] = useState('')
  const [withVolumes, setWithVolumes] = useState(false)
  const params = { namespace, tenant }
  const remains = useApiQuery(getTenantRemains, { params }, { staleTime: 0 })
  const invalidate = useInvalidate()
  const remove = useApiMutation(deleteTenant, {
    onSuccess: () => {
      void invalidate(listTenants)
      showNotice(t('delete.done', { tenant }))
      onClose()
      onDeleted?.()
    },
  })
  const volumes = remains.data?.pvcs ?? []
  return (
    <ModalForm
      title={t('delete.title')}
      onClose={onClose}
      onSubmit={() => remove.mutate({ params, body: { delete_pvcs: withVolumes } })}
      submitLabel={t('delete.submit')}
      isPending={remove.isPending}
      disabledReason={typed === tenant ? undefined : typed === '' ? t('delete.missing') : t('delete.wrong')}
      error={remove.error}
      isDestructive
    >
      <p>{t('delete.note', { tenant })}</p>
      {remains.error && <p className={classes.note}>{t('delete.unknown', { reason: remains.error.message })}</p>}
      {remains.data && volumes.length === 0 && <p className={classes.note}>{t('delete.noVolumes')}</p>}
      {volumes.length > 0 && (
        <>
          <p>{t('delete.volumes', { count: volumes.length, number: formatCount(volumes.length), namespace })}</p>
          <ul className={classes.list}>
            {volumes.map((volume) => (
              <li key={volume}>{volume}</li>
            ))}
          </ul>
          <Switch
            label={t('delete.alsoVolumes')}
            checked={withVolumes}
            onChange={(event) => setWithVolumes(event.currentTarget.checked)}
          />
        </>
      )}
      <div role="status">{withVolumes && <WarningNote>{t('delete.dataLost')}</WarningNote>}</div>
      <TextInput
        label={t('delete.typed')}
        description={t('delete.typedHint', { tenant })}
        error={typed !== '' && !tenant.startsWith(typed) ? t('delete.wrong') : undefined}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ModalForm>
  )
}
