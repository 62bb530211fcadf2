import '../../messages/en/set-policies.ts'
import {
  getEffectivePermissions,
  getGroup,
  getSession,
  getUser,
  hasPermission,
  isInlinePolicy,
  listPolicies,
  listPolicyGroups,
  listPolicyUsers,
  listUsers,
  POLICY_LIST_LIMIT,
  previewPolicies,
  setPolicies,
  summarizeGroups,
} from '@cooperage/contract'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useHasIam, useSession } from '../../session/index.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useApiQuery, useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { PickList } from '../../shared/fields/PickList.tsx'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { OutcomeList } from '../../shared/outcomes/OutcomeList.tsx'
import { type Outcome, runEach } from '../../shared/outcomes/run-each.ts'
import { joinedQuery } from '../../shared/table/QueryTable.tsx'
import { NameChips } from '../../shared/text/NameChips.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import classes from '../policies.module.css'
import { type AttachmentChange, changeOf, commonPolicies, idOf, type Principal, rebase } from './attachments.ts'
import { PermissionChange } from './PermissionChange.tsx'
import { PermissionChanges } from './PermissionChanges.tsx'
import { useAttached } from './use-attached.ts'
import { usePoliciesOfAws } from './use-policies-of-aws.ts'

interface SetPoliciesModalProps {
  principals: readonly Principal[]
  onClose: () => void
}

/** Calls whose responses depend on what is attached; the list of policies, because one of them may have been deleted. */
const CHANGED = [
  getUser,
  listUsers,
  getGroup,
  summarizeGroups,
  getEffectivePermissions,
  previewPolicies,
  listPolicies,
  listPolicyUsers,
  listPolicyGroups,
]

/** A choice, and what all principals had when it was made. */
interface Choice {
  chosen: ReadonlySet<string>
  before: ReadonlySet<string>
}

/** A principal that the choice changes. */
interface Affected extends AttachmentChange {
  id: string
  principal: Principal
  attached: readonly string[]
  /** Inline policies, which stay. */
  inline: readonly string[]
}

/** Replaces the policies of users and groups, and shows before it does what is attached and detached, and for whom. */
export function SetPoliciesModal({ principals, onClose }: SetPoliciesModalProps) {
  const t = useTexts(['setPolicies', 'shared'])
  // The selection behind the dialog can change while it is open.
  const [targets] = useState(principals)
  const [choice, setChoice] = useState<Choice>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isPending, setPending] = useState(false)
  const invalidate = useInvalidate()
  const account = useSession()?.accountName
  const list = useApiQuery(listPolicies, { query: { limit: POLICY_LIST_LIMIT } })
  const ofAws = usePoliciesOfAws()
  const { query, attached } = useAttached(targets)

  // Inline policies of IAM can't be attached or detached: they aren't listed, and stay.
  const hasIam = useHasIam()
  const inlineOf = (policies: readonly string[]) => (hasIam ? policies.filter(isInlinePolicy) : [])
  const managedOf = (policies: readonly string[]) =>
    hasIam ? policies.filter((name) => !isInlinePolicy(name)) : policies

  const left = targets.filter((principal) => outcomes.get(idOf(principal)) !== 'done')
  const missing = query.data === undefined ? [] : left.filter((principal) => !attached.has(idOf(principal)))
  const unknown = left.filter((principal) => attached.has(idOf(principal)) && !attached.get(idOf(principal))?.policies)
  const known = targets.flatMap((principal) => {
    const policies = attached.get(idOf(principal))?.policies
    if (policies === undefined) return []
    return [{ id: idOf(principal), principal, policies: managedOf(policies), inline: inlineOf(policies) }]
  })
  const common = commonPolicies(known.map(({ policies }) => policies))
  const own = new Set([
    ...managedOf((list.data?.policies ?? []).map(({ name }) => name)),
    ...known.flatMap(({ policies }) => policies),
  ])
  // The account's own policies come first: those of AWS are many.
  const names = [...new Set([...[...own].sort(), ...ofAws])]
  const selected = (choice ? rebase(choice.chosen, choice.before, common) : common).intersection(new Set(names))
  const affected: Affected[] = known
    .filter(({ id }) => outcomes.get(id) !== 'done')
    .map(({ policies, ...one }) => ({ ...one, attached: policies, ...changeOf(policies, selected) }))
    .filter(({ attach, detach }) => attach.length + detach.length > 0)

  const [only] = targets.length === 1 ? targets : []
  const failures = [...outcomes.values()].filter((outcome) => outcome instanceof ApiError)
  const who = useWho(targets)

  const save = async () => {
    setPending(true)
    const byId = new Map(affected.map((one) => [one.id, one]))
    const done = await runEach(
      [...byId.keys()],
      async (id) => {
        const one = byId.get(id)
        if (one) await replacePolicies(one, selected)
      },
      (id, outcome) => setOutcomes((all) => new Map(all).set(id, outcome)),
    )
    // What was saved, and what someone else changed in the meantime.
    await invalidate(...CHANGED)
    setPending(false)
    if (done.length < byId.size) return
    void invalidate(getSession, hasPermission)
    showNotice(only ? t('saved', { name: plainName(only.name) }) : t('savedMany', { who }))
    onClose()
  }

  const isLoaded = query.data !== undefined && list.data !== undefined
  const reason = !isLoaded
    ? t('shared:loading')
    : unknown.length > 0
      ? t('unknown', { names: namesOf(unknown) })
      : affected.length === 0
        ? t('unchanged')
        : undefined
  const ownDetached = affected.flatMap((one) => (isOwn(one, account, attached.get(one.id)?.members) ? one.detach : []))
  const [change] = only ? affected : []
  const total = list.data?.total ?? 0
  return (
    <ModalForm
      title={only ? t(`title.${only.kind}`, { name: plainName(only.name) }) : t('titleMany', { who })}
      isWide
      onClose={onClose}
      onSubmit={() => void save()}
      submitLabel={failures.length > 0 ? t('shared:retry') : t('shared:save')}
      call={{ isPending, error: (only && failures[0]) ?? null }}
      disabledReason={reason}
    >
      <PickList
        label={t('list')}
        searchLabel={t('search')}
        query={joinedQuery(list, query)}
        names={names}
        selected={selected}
        onChange={(chosen) => setChoice({ chosen, before: common })}
        empty={{ icon: IconShieldLock, title: t('empty') }}
      />
      {total > POLICY_LIST_LIMIT && (
        <p className={classes.note}>{t('cut', { limit: formatCount(POLICY_LIST_LIMIT), total: formatCount(total) })}</p>
      )}
      {unknown.length > 0 && <WarningNote>{t('unknown', { names: namesOf(unknown) })}</WarningNote>}
      {missing.length > 0 && <WarningNote>{t('missing', { names: namesOf(missing) })}</WarningNote>}
      <div role="status">
        {ownDetached.length > 0 && (
          <WarningNote>{t('own', { policies: [...new Set(ownDetached)].map(plainName).join(', ') })}</WarningNote>
        )}
      </div>
      {only ? (
        change && (
          <>
            <NameChips label={t('attach')} names={change.attach} />
            <NameChips label={t('detach')} names={change.detach} />
            {selected.size === 0 && (
              <p className={classes.note}>{t(only.kind === 'user' ? 'clearsUser' : 'clearsGroup')}</p>
            )}
            <PermissionChange principal={only} policies={[...selected, ...change.inline].sort()} />
            {only.kind === 'group' && <Members names={attached.get(change.id)?.members ?? []} />}
          </>
        )
      ) : (
        <>
          <p className={classes.note}>{t('replacesAll')}</p>
          <div role="status">
            {failures.length > 0 && t('failed', { count: failures.length, number: formatCount(failures.length) })}
          </div>
          <OutcomeList
            label={t('outcomes')}
            ids={targets.map(idOf)}
            nameOf={(id) => id.slice(id.indexOf(' ') + 1)}
            outcomes={outcomes}
            words={{ pending: t('saving'), done: t('done') }}
            before={(id) => <ChangeText change={affected.find((one) => one.id === id)} />}
          />
          {affected.length > 0 && !isPending && (
            <PermissionChanges
              principals={affected.map(({ principal }) => principal)}
              policies={[...selected].sort()}
            />
          )}
        </>
      )}
    </ModalForm>
  )
}

function Members({ names }: { names: readonly string[] }) {
  const t = useTexts('setPolicies')
  if (names.length === 0) return <p className={classes.note}>{t('noMembers')}</p>
  return <NameChips label={t('affected')} names={names} />
}

function ChangeText({ change }: { change: AttachmentChange | undefined }) {
  const t = useTexts('setPolicies')
  const list = (policies: readonly string[]) => policies.map(plainName).join(', ')
  const parts = [
    ...(change && change.attach.length > 0 ? [t('rowAttach', { policies: list(change.attach) })] : []),
    ...(change && change.detach.length > 0 ? [t('rowDetach', { policies: list(change.detach) })] : []),
  ]
  return <span className={layout.muted}>{parts.length > 0 ? parts.join('; ') : t('rowUnchanged')}</span>
}

/** '3 users and 1 group'. */
function useWho(principals: readonly Principal[]): string {
  const t = useTexts('setPolicies')
  const users = principals.filter(({ kind }) => kind === 'user').length
  const groups = principals.length - users
  const usersText = t('users', { count: users, number: formatCount(users) })
  const groupsText = t('groups', { count: groups, number: formatCount(groups) })
  if (groups === 0) return usersText
  return users === 0 ? groupsText : t('and', { users: usersText, groups: groupsText })
}

async function replacePolicies({ principal, attached, inline }: Affected, chosen: ReadonlySet<string>): Promise<void> {
  const { kind: entityType, name: entityName } = principal
  const policies = [...chosen, ...inline]
  await call(setPolicies, { body: { entityName, entityType, policies, replaces: [...attached, ...inline] } })
}

function isOwn({ principal }: Affected, account: string | undefined, members: readonly string[] = []): boolean {
  if (account === undefined) return false
  return principal.kind === 'user' ? principal.name === account : members.includes(account)
}

function namesOf(principals: readonly Principal[]): string {
  return principals.map(({ name }) => plainName(name)).join(', ')
}
