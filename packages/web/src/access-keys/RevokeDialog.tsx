import '../messages/en/access-keys.ts'
import { listAllKeys, type OwnedKey, revokeTemporaryKeys } from '@cooperage/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/index.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { OutcomeList } from '../shared/outcomes/OutcomeList.tsx'
import { type Outcome, runEach } from '../shared/outcomes/run-each.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'

export type KeyOwner = Pick<OwnedKey, 'owner' | 'ownerName' | 'source'>

interface RevokeDialogProps {
  /** Users without repetition. */
  owners: readonly KeyOwner[]
  onClose: () => void
}

/** Revokes the temporary credentials of users. Storage servers revoke all of a user, not single ones. */
export function RevokeDialog({ owners, onClose }: RevokeDialogProps) {
  const { t } = useTranslation(['accessKeys', 'shared'])
  const own = useSession()?.accountName
  const [byName] = useState(() => namedOwners(owners))
  const names = [...byName.keys()]
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isPending, setPending] = useState(false)
  const invalidate = useInvalidate()
  const left = names.filter((owner) => outcomes.get(owner) !== 'done')
  const failed = left.filter((owner) => outcomes.get(owner) instanceof ApiError)
  const words = (users: readonly string[]) => ({
    count: users.length,
    number: formatCount(users.length),
    user: plainName(users[0] ?? ''),
  })
  const run = async () => {
    setPending(true)
    // The visitor's own session comes last: with it ends the right to revoke others.
    const isOwn = (name: string) => Number(byName.get(name)?.owner === own)
    const inOrder = left.toSorted((a, b) => isOwn(a) - isOwn(b))
    const done = await runEach(
      inOrder,
      async (name) => {
        const { owner = name, source } = byName.get(name) ?? {}
        await call(revokeTemporaryKeys, { body: { user: owner, source } })
      },
      (owner, outcome) => setOutcomes((known) => new Map(known).set(owner, outcome)),
    )
    setPending(false)
    void invalidate(listAllKeys)
    if (done.length < left.length) return
    showNotice(t('revoke.all', words(names)))
    onClose()
  }
  return (
    <ModalForm
      title={t('revoke.title', words(names))}
      onClose={onClose}
      onSubmit={() => void run()}
      submitLabel={failed.length > 0 ? t('shared:retry') : t('revoke.submit')}
      call={{ isPending, error: null }}
      isDestructive
    >
      <p>{t('revoke.note')}</p>
      {[...byName.values()].some(({ owner }) => owner === own) && <p>{t('revoke.own')}</p>}
      <div role="status">{failed.length > 0 && t('revoke.failed', words(failed))}</div>
      {(names.length > 1 || failed.length > 0) && (
        <OutcomeList
          label={t('revoke.list')}
          ids={names}
          outcomes={outcomes}
          words={{ pending: t('revoke.pending'), done: t('revoke.done') }}
        />
      )}
    </ModalForm>
  )
}

/** The readable name, or the name on the server where two providers have the same one. */
function namedOwners(owners: readonly KeyOwner[]): ReadonlyMap<string, KeyOwner> {
  const byName = new Map<string, KeyOwner>()
  for (const one of owners) byName.set(byName.has(one.ownerName) ? one.owner : one.ownerName, one)
  return byName
}
