import '../messages/en/access-keys.ts'
import { deleteServiceAccount, updateAccessKey } from '@cooperage/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { OutcomeList } from '../shared/outcomes/OutcomeList.tsx'
import { type Outcome, runEach } from '../shared/outcomes/run-each.ts'
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

/** Deletes, enables or disables access keys and shows the outcome of each. What failed can be retried. */
export function ChangeKeysDialog({ change, word, accessKeys, onClose, onChanged }: ChangeKeysDialogProps) {
  const { t } = useTranslation(['accessKeys', 'shared'])
  // The selection changes while keys go; the question was about these.
  const [changed] = useState(accessKeys)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isPending, setPending] = useState(false)
  const invalidate = useInvalidate()

  const left = changed.filter((key) => outcomes.get(key) !== 'done')
  const failed = left.filter((key) => outcomes.get(key) instanceof ApiError)
  const words = (keys: readonly string[]) => ({
    count: keys.length,
    number: formatCount(keys.length),
    accessKey: plainName(keys[0] ?? ''),
  })
  const run = async () => {
    setPending(true)
    const done = await runEach(left, CHANGES[change], (key, outcome) =>
      setOutcomes((known) => new Map(known).set(key, outcome)),
    )
    setPending(false)
    onChanged?.(done)
    // Also after a failure: someone else may have deleted the key.
    void invalidate(...KEY_LISTS)
    if (done.length < left.length) return
    showNotice(t(`${word}.${change}.all`, words(changed)))
    onClose()
  }
  return (
    <ModalForm
      title={t(`${word}.${change}.title`, words(changed))}
      onClose={onClose}
      onSubmit={() => void run()}
      submitLabel={failed.length > 0 ? t('shared:retry') : t(`change.${change}.submit`)}
      call={{ isPending, error: null }}
      isDestructive={change !== 'enable'}
    >
      <p>{t(`change.${change}.note`)}</p>
      <div role="status">{failed.length > 0 && t(`${word}.failed`, words(failed))}</div>
      {(changed.length > 1 || failed.length > 0) && (
        <OutcomeList
          label={t('list')}
          ids={changed}
          outcomes={outcomes}
          words={{ pending: t(`change.${change}.pending`), done: t(`change.${change}.done`) }}
        />
      )}
    </ModalForm>
  )
}

const CHANGES: Record<KeyChange, (accessKey: string) => Promise<unknown>> = {
  enable: (accessKey) => call(updateAccessKey, { params: { accessKey }, body: { status: 'enabled' } }),
  disable: (accessKey) => call(updateAccessKey, { params: { accessKey }, body: { status: 'disabled' } }),
  delete: removeKey,
}

/** A key that is already gone counts as deleted. */
async function removeKey(accessKey: string): Promise<void> {
  try {
    await call(deleteServiceAccount, { params: { accessKey } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NoSuchServiceAccount') throw error
  }
}
