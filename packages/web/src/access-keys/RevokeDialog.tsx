import '../messages/en/access-keys.ts'
import { listAllKeys, type OwnedKey, revokeTemporaryKeys } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { call } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { ChangeEachDialog } from '../shared/outcomes/ChangeEachDialog.tsx'
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
  const t = useTexts('accessKeys')
  const own = useSession()?.accountName
  const [byName] = useState(() => namedOwners(owners))
  const isOwn = (name: string) => byName.get(name)?.owner === own
  // The visitor's own session comes last: with it ends the right to revoke others.
  const names = [...byName.keys()].sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
  const invalidate = useInvalidate()
  const words = (users: readonly string[]) => ({
    count: users.length,
    number: formatCount(users.length),
    user: plainName(users[0] ?? ''),
  })
  return (
    <ChangeEachDialog
      ids={names}
      change={async (name) => {
        const { owner = name, source } = byName.get(name) ?? {}
        await call(revokeTemporaryKeys, { body: { user: owner, source } })
      }}
      onClose={onClose}
      onChanged={() => void invalidate(listAllKeys)}
      title={t('revoke.title', words(names))}
      submitLabel={t('revoke.submit')}
      isDestructive
      list={{ label: t('revoke.list'), pending: t('revoke.pending'), done: t('revoke.done') }}
      namesOnlySeveral
      failedText={(failed) => t('revoke.failed', words(failed))}
      doneText={t('revoke.all', words(names))}
    >
      <p>{t('revoke.note')}</p>
      {names.some(isOwn) && <p>{t('revoke.own')}</p>}
    </ChangeEachDialog>
  )
}

/** The readable name, or the name on the server where two providers have the same one. */
function namedOwners(owners: readonly KeyOwner[]): ReadonlyMap<string, KeyOwner> {
  const byName = new Map<string, KeyOwner>()
  for (const one of owners) byName.set(byName.has(one.ownerName) ? one.owner : one.ownerName, one)
  return byName
}
