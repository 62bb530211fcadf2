import type { ConfigurationKey } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { type FormCall, ModalForm } from '../shared/ModalForm.tsx'
import type { FormChanges } from './form-changes.ts'
import { UNCHECKED } from './form-changes.ts'
import classes from './settings.module.css'

interface ReviewDialogProps {
  title: string
  section: string
  keys: readonly ConfigurationKey[]
  changes: FormChanges
  call: FormCall
  onConfirm: () => void
  onClose: () => void
}

/** What a change replaces, before it is saved. */
export function ReviewDialog({ title, section, keys, changes, call, onConfirm, onClose }: ReviewDialogProps) {
  const t = useTexts('settings')
  const rows = [...changes.set, ...changes.reset.map((key) => ({ key, value: '' }))]
  const isUnchecked = section === UNCHECKED
  return (
    <ModalForm
      title={title}
      onClose={onClose}
      onSubmit={onConfirm}
      submitLabel={t('form.save')}
      call={call}
      {...(isUnchecked
        ? { typedName: section, isDestructive: true }
        : { isWide: true, closeLabel: t('form.backToForm') })}
    >
      {isUnchecked && <p>{t('form.etcd')}</p>}
      <table className={`${layout.table} ${classes.changes}`} aria-label={title}>
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
    </ModalForm>
  )
}
