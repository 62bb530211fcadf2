import '../messages/en/access-keys.ts'
import { deleteServiceAccount, updateAccessKey } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { call, unlessGone } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { ChangeEachDialog } from '../shared/outcomes/ChangeEachDialog.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { KEY_LISTS } from './key-calls.ts'

export type KeyChange = 'delete' | 'enable' | 'disable'
/** What the page calls access keys. */
export type KeyWord = 'serviceAccount' | 'accessKey'

interface ChangeKeysDialogProps {
  change: KeyChange
  word: KeyWord
  accessKeys: readonly string[]
  onClose: () => void
  /** Called with the keys that were changed. */
  onChanged?: (accessKeys: readonly string[]) => void
}

/** Deletes, enables or disables access keys. */
export function ChangeKeysDialog({ change, word, accessKeys, onClose, onChanged }: ChangeKeysDialogProps) {
  const t = useTexts('accessKeys')
  const invalidate = useInvalidate()
  const words = (keys: readonly string[]) => ({
    count: keys.length,
    number: formatCount(keys.length),
    accessKey: plainName(keys[0] ?? ''),
  })
  return (
    <ChangeEachDialog
      ids={accessKeys}
      change={CHANGES[change]}
      onClose={onClose}
      onChanged={(done) => {
        onChanged?.(done)
        void invalidate(...KEY_LISTS)
      }}
      title={t(`${word}.${change}.title`, words(accessKeys))}
      submitLabel={t(`change.${change}.submit`)}
      isDestructive={change !== 'enable'}
      list={{ label: t('list'), pending: t(`change.${change}.pending`), done: t(`change.${change}.done`) }}
      namesOnlySeveral
      failedText={(failed) => t(`${word}.failed`, words(failed))}
      doneText={t(`${word}.${change}.all`, words(accessKeys))}
    >
      <p>{t(`change.${change}.note`)}</p>
    </ChangeEachDialog>
  )
}

const CHANGES: Record<KeyChange, (accessKey: string) => Promise<unknown>> = {
  enable: (accessKey) => call(updateAccessKey, { params: { accessKey }, body: { status: 'enabled' } }),
  disable: (accessKey) => call(updateAccessKey, { params: { accessKey }, body: { status: 'disabled' } }),
  delete: (accessKey) => unlessGone('NoSuchServiceAccount', call(deleteServiceAccount, { params: { accessKey } })),
}
