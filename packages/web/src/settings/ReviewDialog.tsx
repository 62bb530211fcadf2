import type { ConfigurationKey } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../shared/api/api-error.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { TypedConfirmDialog } from '../shared/TypedConfirmDialog.tsx'
import type { FormChanges } from './form-changes.ts'
import classes from './Settings.module.css'
import { UNCHECKED } from './unchecked-section.ts'

interface ReviewDialogProps {
  title: string
  section: string
  keys: readonly ConfigurationKey[]
  changes: FormChanges
  isPending: boolean
  error: ApiError | null
  onConfirm: () => void
  onClose: () => void
}

/** What a change replaces, before it is saved. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { title, section, keys, changes, isPending, error, onConfirm, onClose } = props
  const { t } = useTranslation('settings')
  const rows = [...changes.set, ...changes.reset.map((key) => ({ key, value: '' }))]
  const table: ReactNode = (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t('form.columns.key')}</th>
          <th scope="col">{t('form.columns.before')}</th>
          <th scope="col">{t('form.columns.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, value }) => {
          const field = keys.find((one) => one.key === key)
          const after = field?.secret ? t('form.newSecret') : value
          return (
            <tr key={key}>
              <th scope="row">{key}</th>
              <td className={classes.value}>{field?.secret ? '' : field?.value || t('form.empty')}</td>
              <td className={classes.value}>{value === '' ? t('form.default') : after}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
  const shared = { title, onClose, isPending, error }
  if (section === UNCHECKED) {
    return (
      <TypedConfirmDialog {...shared} name={section} confirmLabel={t('form.save')} onConfirm={onConfirm}>
        <p>{t('form.etcd')}</p>
        {table}
      </TypedConfirmDialog>
    )
  }
  return (
    <ModalForm {...shared} isWide submitLabel={t('form.save')} closeLabel={t('form.backToForm')} onSubmit={onConfirm}>
      {table}
    </ModalForm>
  )
}
