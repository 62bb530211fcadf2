import '../../messages/en/anonymous-rules.ts'
import '../../messages/en/grants.ts'
import '../../messages/en/set-policies.ts'
import {
  compactPolicy,
  createServiceAccount,
  createUser,
  deleteAnonymousRule,
  type GrantOwnerKind,
  getBucket,
  getEffectivePermissions,
  getGroup,
  getUser,
  listAccessGrants,
  listAnonymousRules,
  listOwnKeys,
  listPolicies,
  listUsers,
  type NewKey,
  previewAccessGrants,
  type RouteResponse,
  saveAccessGrants,
  setAnonymousRule,
} from '@cooperage/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { policyPath } from '../../navigation/paths/policies.ts'
import { useHasAdmin, useHasIam } from '../../session/index.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useApiQuery, useInvalidate, useOutdate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { CreatedKeys } from '../../shared/fields/CreatedKeys.tsx'
import layout from '../../shared/layout.module.css'
import { LineDiff } from '../../shared/line-diff/LineDiff.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { NameChips } from '../../shared/text/NameChips.tsx'
import { comma, named } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import type { Principal } from '../attach/attachments.ts'
import { ChangedPermissions } from '../attach/PermissionChange.tsx'
import { useExposureChange } from '../exposure/scan-cache.ts'
import { useCan, useDenied } from '../index.ts'
import classes from '../policies.module.css'
import { GrantedSoFar } from './GrantedSoFar.tsx'
import { GrantFields, useKnownNames } from './GrantFields.tsx'
import {
  ANONYMOUS_ACCESS,
  accessOfRule,
  formOf,
  type GrantForm,
  grantProblem,
  type ListedGrant,
  placesOf,
  placeText,
  type Who,
} from './grant-form.ts'
import { SignInAs } from './SignInAs.tsx'

/** Resources that are shown of each list. */
const SHOWN = 6
const ASK_AFTER_MS = 300

/** Calls whose responses depend on what is granted. */
const CHANGED = [
  listAccessGrants,
  listPolicies,
  listUsers,
  getUser,
  getGroup,
  getEffectivePermissions,
  listAnonymousRules,
  getBucket,
  listOwnKeys,
]
/** What the preview calls an access key that doesn't exist yet. */
const NEW_KEY = 'new'
const NO_KEYS: readonly string[] = []

interface GrantAccessDialogProps {
  /** Where the access is granted; '' to choose. */
  bucket: string
  /** Folders and objects of the bucket; empty for all of it. */
  keys?: readonly string[]
  /** Who gets it; undefined to choose. */
  owner?: Principal
  /** What it starts with, to change or revoke it. */
  chosen?: ChosenGrant
  onClose: () => void
}

/** Stored access that is changed or revoked. */
export interface ChosenGrant {
  grant: ListedGrant
  isRevoked: boolean
}

type Preview = NonNullable<RouteResponse<typeof previewAccessGrants>>

/** Grants access to buckets, folders and objects, and changes and revokes what was granted, without a policy to write. */
export function GrantAccessDialog({ bucket, keys = NO_KEYS, owner, chosen, onClose }: GrantAccessDialogProps) {
  const t = useTexts(['grants', 'anonymousRules', 'shared'])
  const [form, setForm] = useState<GrantForm>(
    chosen
      ? formOf(chosen.grant)
      : {
          who: owner?.kind ?? 'user',
          name: owner?.name ?? '',
          secretKey: '',
          places: placesOf(bucket, keys),
          access: 'read',
          actions: [],
          until: '',
          ends: 'never',
          date: '',
        },
  )
  const [stored, setStored] = useState(chosen)
  const [created, setCreated] = useState<'whole' | 'partly'>()
  const [newKeys, setNewKeys] = useState<NewKey[]>()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const invalidate = useInvalidate()
  const outdate = useOutdate()
  const exposureChanged = useExposureChange()
  const can = useCan('', 'createUser')
  const known = useKnownNames(form.who)
  const isEveryone = form.who === 'everyone'
  const [place] = form.places
  const { writeBucketPolicy } = useDenied(place?.bucket ?? '', 'writeBucketPolicy')
  const rules = useApiQuery(
    listAnonymousRules,
    { params: { bucket: place?.bucket ?? '' } },
    { enabled: isEveryone && form.places.every((one) => one.bucket !== '') },
  )

  const hasAdmin = useHasAdmin()
  // Users of IAM have no secret key, but access keys.
  const createsUsers = !useHasIam() && can.createUser === true
  const kinds: Who[] = [
    ...(['user', 'group'] as const),
    ...(createsUsers ? ['newUser' as const] : []),
    ...(hasAdmin ? ['newKey' as const] : []),
    // A rule of the bucket policy is for all names that begin with the same.
    ...(form.places.some(({ isObject }) => isObject) ? [] : ['everyone' as const]),
  ]
  const problem = stored?.isRevoked ? undefined : grantProblem(form, known, new Date())
  const change = changeOf(form, stored)
  const [settled] = useDebouncedValue(JSON.stringify(change), ASK_AFTER_MS)
  const isSettled = settled === JSON.stringify(change)
  const hasPreview = !isEveryone && problem === undefined
  const isNew = (form.who === 'newUser' || form.who === 'newKey') && stored === undefined
  const body = { ...(JSON.parse(settled) as typeof change), isNew }
  const preview = useApiQuery(previewAccessGrants, { body }, { enabled: hasPreview && isSettled })
  const shown = hasPreview && isSettled ? preview.data : undefined

  const name = plainName(stored?.grant.entityName ?? form.name)
  const placeName =
    form.places.length > 1
      ? t('several', { count: form.places.length })
      : plainName(place === undefined ? '' : placeText(place))
  const save = async () => {
    setPending(true)
    setFailure(null)
    let isCreated = false
    try {
      if (isEveryone)
        await (stored?.isRevoked ? revokeFromEveryone : grantToEveryone)(form, rules.data?.definition ?? '')
      else if (form.who === 'newKey' && stored === undefined) {
        const policy = compactPolicy(shown?.after ?? '')
        setNewKeys([await call(createServiceAccount, { body: { policy } })].flat())
      } else {
        if (isNew) {
          await call(createUser, { body: { accessKey: form.name, secretKey: form.secretKey } })
          isCreated = true
        }
        await call(saveAccessGrants, { body: { ...change, previous: shown?.before ?? '' } })
      }
      if (isEveryone) for (const { bucket } of form.places) exposureChanged(bucket)
      // Not loaded again: what it was about is done.
      outdate(previewAccessGrants)
      await invalidate(...CHANGED)
      if (isCreated) return setCreated('whole')
      if (form.who === 'newKey' && stored === undefined) return
      const done = { name, place: placeName }
      if (stored?.isRevoked) showNotice(isEveryone ? t('revokedEveryone', done) : t('revoked', done))
      else showNotice(isEveryone ? t('savedEveryone', done) : t('saved', done))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await invalidate(...CHANGED, previewAccessGrants)
      setFailure(error)
      // Its secret key has to be shown before anything else.
      if (isCreated) setCreated('partly')
    } finally {
      setPending(false)
    }
  }

  if (newKeys !== undefined) {
    return (
      <ModalForm
        title={t('titleKey', { place: placeName })}
        onClose={onClose}
        onSubmit={onClose}
        submitLabel={t('done')}
        hasOneButton
        isKeptOpen
      >
        <p role="status">{t('createdKey', { place: placeName })}</p>
        {newKeys.map(({ accessKey, secretKey }) => (
          <CreatedKeys
            key={accessKey}
            accessKey={{ label: t('newUser'), value: accessKey }}
            secretKey={{ label: t('secretKey'), value: secretKey }}
          />
        ))}
      </ModalForm>
    )
  }
  if (created !== undefined) {
    return (
      <ModalForm
        title={t('titleTo', { name })}
        onClose={onClose}
        onSubmit={onClose}
        submitLabel={t('done')}
        hasOneButton
        isKeptOpen
        call={{ isPending: pending, error: failure }}
        isErrorKept
      >
        <p role="status">{t(created === 'whole' ? 'created' : 'createdPartly', { name, place: placeName })}</p>
        <CreatedKeys
          accessKey={{ label: t('newUser'), value: form.name }}
          secretKey={{ label: t('secretKey'), value: form.secretKey }}
        />
        {created === 'whole' && (
          <SignInAs
            accessKey={form.name}
            secretKey={form.secretKey}
            call={{ isPending: pending, error: failure }}
            onCall={({ isPending, error }) => {
              setPending(isPending)
              setFailure(error)
            }}
          />
        )}
      </ModalForm>
    )
  }
  const isWaiting = (isEveryone ? rules.data : shown) === undefined
  const present = isEveryone ? rules.data?.rules.find((rule) => rule.prefix === place?.prefix) : undefined
  const title = () => {
    const named = { name, place: placeName }
    if (stored === undefined) return owner ? t('titleTo', named) : t('title', named)
    if (isEveryone) return stored.isRevoked ? t('revokeTitleEveryone', named) : t('titleChangeEveryone', named)
    return stored.isRevoked ? t('revokeTitle', named) : t('titleChange', named)
  }
  return (
    <ModalForm
      title={title()}
      isWide
      onClose={onClose}
      onSubmit={() => void save()}
      submitLabel={t(stored?.isRevoked ? 'revoke' : stored ? 'submitChange' : 'submit')}
      isDestructive={stored?.isRevoked === true}
      call={{ isPending: pending, error: failure ?? (hasPreview ? preview.error : rules.error) }}
      disabledReason={
        problem ? t(problem) : isWaiting ? t('shared:loading') : isEveryone ? writeBucketPolicy : undefined
      }
    >
      {stored?.isRevoked ? (
        <>
          <p>{t('revokeWhat', { access: t(`kinds.${form.access}`), place: placeName })}</p>
          {isEveryone && <p>{t('anonymousRules:deletion.others')}</p>}
        </>
      ) : (
        <GrantFields
          form={form}
          onChange={(next) => {
            setFailure(null)
            setForm(next)
          }}
          kinds={kinds}
          isChange={stored !== undefined}
          hasFixedBucket={bucket !== ''}
          hasFixedPlaces={keys.length > 1}
          hasFixedOwner={owner !== undefined}
        />
      )}
      {present && stored === undefined && (
        <WarningNote>{t('everyoneHas', { access: t(`kinds.${accessOfRule(present.access)}`) })}</WarningNote>
      )}
      {shown && <WhatChanges change={change} preview={shown} />}
      {stored === undefined && form.places.length === 1 && place !== undefined && place.bucket !== '' && (
        <GrantedSoFar
          place={place}
          owner={owner}
          onChoose={(grant, isRevoked) => {
            setFailure(null)
            setStored({ grant, isRevoked })
            setForm(formOf(grant))
          }}
        />
      )}
    </ModalForm>
  )
}

/** The change that the form describes. */
function changeOf({ who, name, places, access, actions, until }: GrantForm, stored: ChosenGrant | undefined) {
  return {
    entityType: ownerKindOf(who),
    entityName: who === 'newKey' ? NEW_KEY : name,
    grants: stored?.isRevoked
      ? []
      : places.map((place) => ({ ...place, access, actions: access === 'custom' ? [...actions] : [], until })),
    removes: stored ? [stored.grant.number] : [],
  }
}

function ownerKindOf(who: Who): GrantOwnerKind {
  if (who === 'group' || who === 'accessKey') return who
  return who === 'newKey' ? 'accessKey' : 'user'
}

/** `previous`: the policy of the bucket as it is, if there is one place. */
async function grantToEveryone({ places, access }: GrantForm, previous: string): Promise<void> {
  const rule = ANONYMOUS_ACCESS[access]
  if (rule === undefined) throw new Error(`no rule of a bucket policy gives ${access}`)
  for (const { bucket, prefix } of places) {
    const params = { bucket }
    const now = places.length === 1 ? previous : (await call(listAnonymousRules, { params })).definition
    await call(setAnonymousRule, { params, body: { prefix, access: rule, previous: now } })
  }
}

/** `previous`: the policy of the bucket as it is. */
async function revokeFromEveryone({ places: [place] }: GrantForm, previous: string): Promise<void> {
  if (place === undefined) return
  const { bucket, prefix } = place
  await call(deleteAnonymousRule, { params: { bucket }, body: { prefix, previous } })
}

interface WhatChangesProps {
  change: ReturnType<typeof changeOf>
  preview: Preview
}

/** Who gains and loses what, and what is written. */
function WhatChanges({ change: { entityType, entityName }, preview }: WhatChangesProps) {
  const t = useTexts(['grants', 'setPolicies'])
  const { change, members, others, dropped, policy, before, after } = preview
  const isKey = entityType === 'accessKey'
  return (
    <section className={classes.part}>
      <h3>{t('setPolicies:preview.title')}</h3>
      <ChangedPermissions kind={entityType === 'group' ? 'group' : 'user'} change={change} shown={SHOWN} />
      {isKey && <p>{t(after === '' ? 'keyDeleted' : 'keyLimit')}</p>}
      <NameChips label={t('members')} names={members} />
      {dropped > 0 && <WarningNote>{t('dropped', { count: dropped })}</WarningNote>}
      {others.length > 0 && <WarningNote>{named(t('others'), others.map(plainName).join(comma()))}</WarningNote>}
      <details>
        <summary>{t('policy')}</summary>
        <div className={layout.stack}>
          {before === '' ? (
            <pre className={classes.statement}>{after}</pre>
          ) : (
            <LineDiff
              label={t('changed', { policy: plainName(isKey ? entityName : policy) })}
              before={before}
              after={after}
            />
          )}
          {before !== '' && !isKey && <AppLink to={policyPath(policy)}>{t('edit')}</AppLink>}
        </div>
      </details>
    </section>
  )
}
