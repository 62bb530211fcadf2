import '../messages/en/users.ts'
import { deleteUser, getGroup, getUser, listUsers, updateUser } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { call, unlessGone } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { ChangeEachDialog } from '../shared/outcomes/ChangeEachDialog.tsx'
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

/** Deletes, enables or disables several users. */
export function ChangeUsersDialog({ change, names, skipped, onClose, onChanged }: ChangeUsersDialogProps) {
  const t = useTexts('users')
  const invalidate = useInvalidate()
  const count = (users: readonly string[]) => ({ count: users.length, number: formatCount(users.length) })
  return (
    <ChangeEachDialog
      ids={names}
      change={CHANGES[change]}
      onClose={onClose}
      onChanged={(done) => {
        onChanged(done)
        void invalidate(listUsers, getUser, getGroup)
      }}
      title={t(`bulk.${change}.title`, count(names))}
      submitLabel={t(`bulk.${change}.submit`)}
      isDestructive={change !== 'enable'}
      list={{
        label: t(`bulk.${change}.list`),
        pending: t(`bulk.${change}.pending`),
        done: t(`bulk.${change}.done`),
      }}
      failedText={(failed) => t(`bulk.${change}.failed`, count(failed))}
      doneText={t(`bulk.${change}.all`, count(names))}
    >
      <p>{t(`bulk.${change}.note`)}</p>
      {skipped !== undefined && <p>{t('bulk.skipped', { name: plainName(skipped) })}</p>}
    </ChangeEachDialog>
  )
}

const CHANGES: Record<UserChange, (name: string) => Promise<unknown>> = {
  // The groups stay as they are at the storage server, which may have others than the list.
  enable: (name) => call(updateUser, { query: { name }, body: { status: 'enabled' } }),
  disable: (name) => call(updateUser, { query: { name }, body: { status: 'disabled' } }),
  delete: (name) => unlessGone('NoSuchUser', call(deleteUser, { query: { name }, body: { id: name } })),
}
