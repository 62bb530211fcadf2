import { deleteTenantRemains, getTenantRemains, listVolumeClaims } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { TypedNameDialog } from './TypedNameDialog.tsx'
import classes from './tenants.module.css'

/** Until the cluster has deleted what belonged to the tenant. */
const REFRESH_MS = 2_000

/** What a deleted tenant has left behind, and its deletion. */
export function RemainsDialog(props: { namespace: string; tenant: string; onClose: () => void }) {
  const { namespace, tenant, onClose } = props
  const t = useTexts('tenants')
  const params = { namespace, tenant }
  const remains = useApiQuery(getTenantRemains, { params }, { refetchOnMount: 'always', refreshMs: REFRESH_MS })
  const remove = useChange(deleteTenantRemains, {
    changes: [listVolumeClaims, getTenantRemains],
    notice: t('remains.done', { tenant }),
    onDone: onClose,
  })
  const { pvcs = [], secrets = [] } = remains.data ?? {}
  if (remains.data && pvcs.length + secrets.length === 0) {
    const closing = { onClose, onSubmit: onClose, submitLabel: t('remains.close') }
    return (
      <ModalForm title={t('remains.title', { tenant })} hasOneButton {...closing}>
        <p>{t('remains.nothing')}</p>
      </ModalForm>
    )
  }
  return (
    <TypedNameDialog
      title={t('remains.title', { tenant })}
      name={tenant}
      label={t('delete.typed')}
      onClose={onClose}
      closeLabel={t('remains.keep')}
      onSubmit={() => remove.mutate({ params })}
      call={remove}
    >
      <p>{t('remains.note', { namespace })}</p>
      {remains.isPending && <Loading />}
      {remains.error && !remains.data && (
        <ErrorState error={remains.error} onRetry={() => void remains.refetch()} isRetrying={remains.isFetching} />
      )}
      <Names title={t('remains.volumes')} names={pvcs} />
      <Names title={t('remains.secrets')} names={secrets} />
      {pvcs.length > 0 && <WarningNote>{t('delete.dataLost')}</WarningNote>}
    </TypedNameDialog>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={classes.list}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  )
}
