import { deleteTenant, getTenant, getTenantRemains, listTenants } from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import layout from '../shared/layout.module.css'
import { formatCount } from '../shared/text/numbers.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { RemainsDialog } from './RemainsDialog.tsx'
import { TypedNameDialog } from './TypedNameDialog.tsx'
import classes from './tenants.module.css'

interface DeleteTenantDialogProps {
  namespace: string
  name: string
  onClose: () => void
  onDeleted?: () => void
}

/** Lists what is kept (spec operator-mode 4), and afterwards offers to delete that too. */
export function DeleteTenantDialog({ namespace, name: tenant, onClose, onDeleted }: DeleteTenantDialogProps) {
  const t = useTexts('tenants')
  const [withVolumes, setWithVolumes] = useState(false)
  const params = { namespace, tenant }
  const remains = useApiQuery(getTenantRemains, { params }, { staleTime: 0 })
  const volumes = remains.data?.pvcs ?? []
  const finish = () => {
    onClose()
    onDeleted?.()
  }
  const remove = useChange(deleteTenant, {
    changes: [listTenants],
    deletes: [getTenant],
    notice: t('delete.done', { tenant }),
    onDone: () => {
      if (withVolumes || volumes.length === 0) finish()
    },
  })
  if (remove.isSuccess && !withVolumes && volumes.length > 0) return <RemainsDialog {...params} onClose={finish} />
  return (
    <TypedNameDialog
      title={t('delete.title', { tenant })}
      name={tenant}
      label={t('delete.typed')}
      onClose={onClose}
      onSubmit={() => remove.mutate({ params, body: { delete_pvcs: withVolumes } })}
      call={remove}
    >
      <p>{t('delete.note', { tenant })}</p>
      {remains.error && <p className={layout.note}>{t('delete.unknown', { reason: remains.error.message })}</p>}
      {remains.data && volumes.length === 0 && <p className={layout.note}>{t('delete.noVolumes')}</p>}
      {volumes.length > 0 && (
        <>
          <p>
            {t(withVolumes ? 'delete.volumesDeleted' : 'delete.volumes', {
              count: volumes.length,
              number: formatCount(volumes.length),
              namespace,
            })}
          </p>
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
    </TypedNameDialog>
  )
}
