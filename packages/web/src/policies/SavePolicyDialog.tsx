import '../messages/en/policies.ts'
import { compactPolicy, formatPolicy, getPolicy, isSamePolicy, listPolicies, savePolicy } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { LineDiff } from '../shared/line-diff/LineDiff.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { NameChips } from '../shared/text/NameChips.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { useAttachments } from './PolicyAttachments.tsx'
import classes from './policies.module.css'

interface SavePolicyDialogProps {
  name: string
  /** The edited text. */
  text: string
  /** The text that the edit started from. */
  opened: string
  onClose: () => void
  onSaved: () => void
}

/** Shows what saving changes and for whom, compared with what is stored by then. */
export function SavePolicyDialog({ name, text, opened, onClose, onSaved }: SavePolicyDialogProps) {
  const t = useTexts(['policies', 'shared'])
  const stored = useApiQuery(getPolicy, { query: { name } })
  const save = useChange(savePolicy, {
    changes: [getPolicy, listPolicies],
    notice: t('details.updated'),
    onSuccess: onSaved,
    // Someone else has saved first: the comparison is now with their text.
    onError: ({ code }) => {
      if (code === 'PolicyChanged') void stored.refetch()
    },
    onDone: onClose,
  })
  const before = stored.isFetching ? undefined : stored.data?.policy
  const isSame = before !== undefined && isSamePolicy(before, text)
  return (
    <ModalForm
      title={t('save.title', { name: plainName(name) })}
      isWide
      onClose={onClose}
      onSubmit={() =>
        before !== undefined && save.mutate({ body: { name, policy: compactPolicy(text), replaces: before } })
      }
      submitLabel={t('save.submit')}
      call={{ isPending: save.isPending, error: save.error ?? stored.error }}
      disabledReason={before === undefined ? t('shared:loading') : isSame ? t('save.same') : undefined}
    >
      <section className={classes.part} aria-busy={stored.isFetching}>
        <h3>{t('save.changes')}</h3>
        {before !== undefined && !isSamePolicy(before, opened) && (
          <WarningNote>{t('save.changedByOthers')}</WarningNote>
        )}
        {isSame && <p>{t('save.same')}</p>}
        {before !== undefined && !isSame && (
          <LineDiff label={t('save.changes')} before={before} after={formatPolicy(text)} />
        )}
      </section>
      <Affected name={name} />
    </ModalForm>
  )
}

function Affected({ name }: { name: string }) {
  const t = useTexts('policies')
  const { users, groups } = useAttachments(name)
  const count = (users.data?.length ?? 0) + (groups.data?.length ?? 0)
  return (
    <section className={classes.part} aria-busy={users.isPending || groups.isPending}>
      <h3>{t('save.affected')}</h3>
      {users.data && <NameChips label={t('save.affectedUsers')} names={users.data} />}
      {groups.data && <NameChips label={t('save.affectedGroups')} names={groups.data} />}
      {users.data && groups.data && <p>{t(count === 0 ? 'save.affectedNobody' : 'save.atOnce')}</p>}
      {users.error && <p>{t('save.unknownUsers', { message: users.error.message })}</p>}
      {groups.error && <p>{t('save.unknownGroups', { message: groups.error.message })}</p>}
    </section>
  )
}
