import '../messages/en/users.ts'
import { deleteUser, getGroup, getUser, listUsers, updateUser } from '@cooperage/contract'
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

export type UserChange = 'delete' | 'enable' | 'disable'

interface ChangeUsersDialogProps {
  change: UserChange
  names: readonly string[]
  /** A selected user that is left out: the visitor's own. */
  skipped: string | undefined
  onClose: () => void
  /** Called with the users that were changed. */
  onChanged: (names: readonly string[]) => void
}

/** Deletes, enables or disables several users and shows the outcome of each. What failed can be retried. */
export function ChangeUsersDialog({ change, names, skipped, onClose, onChanged }: ChangeUsersDialogProps) {
  const { t } = useTranslation(['users', 'shared'])
  // The selection changes while users go; the question was about these.
  const [users] = useState(names)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  // Set while the changes are made.
  const [stop, setStop] = useState<AbortController>()
  const invalidate = useInvalidate()

  const left = users.filter((name) => outcomes.get(name) !== 'done')
  const failed = left.filter((name) => outcomes.get(name) instanceof ApiError)
  const count = (names: readonly string[]) => ({ count: names.length, number: formatCount(names.length) })

  const run = async () => {
    const controller = new AbortController()
    setStop(controller)
    const done = await runEach(
      left,
      CHANGES[change],
      (name, outcome) => setOutcomes((known) => new Map(known).set(name, outcome)),
      controller.signal,
    )
    setStop(undefined)
    onChanged(done)
    // Also after a failure: someone else may have deleted the user.
    void invalidate(listUsers, getUser, getGroup)
    if (done.length < left.length) return
    showNotice(t(`bulk.${change}.all`, count(users)))
    onClose()
  }
  return (
    <ModalForm
      title={t(`bulk.${change}.title`, count(users))}
      // Closing it immediately would hide the results of the running changes.
      onClose={stop === undefined ? onClose : () => stop.abort()}
      {...(stop !== undefined && { closeLabel: t('bulk.stop') })}
      onSubmit={() => void run()}
      submitLabel={failed.length > 0 ? t('shared:retry') : t(`bulk.${change}.submit`)}
      call={{ isPending: stop !== undefined, error: null }}
      isDestructive={change !== 'enable'}
    >
      <p>{t(`bulk.${change}.note`)}</p>
      {skipped !== undefined && <p>{t('bulk.skipped', { name: plainName(skipped) })}</p>}
      {outcomes.size > 0 && (
        <p>{t('bulk.progress', { done: formatCount(users.length - left.length), ...count(users) })}</p>
      )}
      <div role="status">{failed.length > 0 && t(`bulk.${change}.failed`, count(failed))}</div>
      <OutcomeList
        label={t(`bulk.${change}.list`)}
        ids={users}
        outcomes={outcomes}
        words={{ pending: t(`bulk.${change}.pending`), done: t(`bulk.${change}.done`) }}
      />
    </ModalForm>
  )
}

const CHANGES: Record<UserChange, (name: string) => Promise<unknown>> = {
  // The groups stay as they are at the storage server, which may have others than the list.
  enable: (name) => call(updateUser, { query: { name }, body: { status: 'enabled' } }),
  disable: (name) => call(updateUser, { query: { name }, body: { status: 'disabled' } }),
  delete: removeUser,
}

/** A user that is already gone counts as deleted. */
async function removeUser(name: string): Promise<void> {
  try {
    await call(deleteUser, { query: { name }, body: { id: name } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NoSuchUser') throw error
  }
}
