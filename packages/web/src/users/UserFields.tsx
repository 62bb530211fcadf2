import { isInlinePolicy, listGroups, listPolicies, POLICY_LIST_LIMIT } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { IconShieldLock, IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { usePoliciesOfAws } from '../policies/index.ts'
import { useHasIam } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { PickList } from '../shared/fields/PickList.tsx'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import layout from '../shared/layout.module.css'
import type { Selection } from '../shared/table/selection.ts'
import { useDenied } from './index.ts'
import classes from './users.module.css'

/** A new user as it is filled in (spec identity-and-settings 2). */
export interface UserForm {
  accessKey: string
  secretKey: string
  /** The secret key that was generated last. */
  generated: string | undefined
  groups: Selection
  policies: Selection
}

const NOTHING: Selection = new Set()
const NO_NAMES: readonly string[] = []
export const NEW_USER: UserForm = {
  accessKey: '',
  secretKey: '',
  generated: undefined,
  groups: NOTHING,
  policies: NOTHING,
}

interface UserFieldsProps {
  form: UserForm
  onChange: (form: UserForm) => void
  /** Why the server refused this access key; undefined where it has not. */
  nameRefusal: string | undefined
}

/** The fields of Create User. */
export function UserFields({ form, onChange, nameRefusal }: UserFieldsProps) {
  const t = useTexts('users')
  const { accessKey, secretKey, groups, policies } = form
  const hasIam = useHasIam()
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (nameRefusal !== undefined) nameField.current?.focus()
  }, [nameRefusal])
  return (
    <>
      <TextInput
        ref={nameField}
        label={t(hasIam ? 'form.userName' : 'form.accessKey')}
        description={t(hasIam ? 'form.userNameHint' : 'form.accessKeyHint')}
        error={nameRefusal}
        data-autofocus
        value={accessKey}
        onChange={(event) => onChange({ ...form, accessKey: event.currentTarget.value })}
      />
      {hasIam ? (
        <p className={layout.note}>{t('form.iamKey')}</p>
      ) : (
        <SecretKeyField
          label={t('form.secretKey')}
          value={secretKey}
          onChange={(secretKey) => onChange({ ...form, secretKey })}
          onGenerate={(secretKey) => onChange({ ...form, secretKey, generated: secretKey })}
          isNew
        />
      )}
      <div className={classes.lists}>
        <GroupsField selected={groups} onChange={(groups) => onChange({ ...form, groups })} />
        <PoliciesField selected={policies} onChange={(policies) => onChange({ ...form, policies })} />
      </div>
      {groups.size + policies.size === 0 && (
        <p className={layout.note}>{t(hasIam ? 'form.nothingIam' : 'form.nothing')}</p>
      )}
    </>
  )
}

interface NamesFieldProps {
  selected: Selection
  onChange: (selected: Selection) => void
}

function GroupsField({ selected, onChange }: NamesFieldProps) {
  const t = useTexts('users')
  const { addToGroup: denied } = useDenied('', 'addToGroup')
  const list = useApiQuery(listGroups, {})
  return (
    <fieldset className={layout.group} aria-label={t('form.groups')}>
      {denied === undefined ? (
        <PickList
          label={t('form.groups')}
          searchLabel={t('form.groupsSearch')}
          query={list}
          names={list.data?.groups ?? NO_NAMES}
          selected={selected}
          onChange={onChange}
          empty={{
            icon: IconUsersGroup,
            title: t('form.noGroups'),
            hint: t('form.noGroupsHint'),
          }}
        />
      ) : (
        <p className={layout.note}>{denied}</p>
      )}
    </fieldset>
  )
}

function PoliciesField({ selected, onChange }: NamesFieldProps) {
  const t = useTexts('users')
  const { attachPolicy: denied } = useDenied('', 'attachPolicy')
  const list = useApiQuery(listPolicies, { query: { limit: POLICY_LIST_LIMIT } })
  const hasIam = useHasIam()
  const ofAws = usePoliciesOfAws()
  const names = useMemo(() => {
    const all = list.data?.policies.map(({ name }) => name) ?? NO_NAMES
    if (!hasIam) return all
    // The account's own policies come first: those of AWS are many.
    return [...new Set([...all.filter((name) => !isInlinePolicy(name)), ...ofAws])]
  }, [list.data, hasIam, ofAws])
  return (
    <fieldset className={layout.group} aria-label={t('form.policies')}>
      {denied === undefined ? (
        <PickList
          label={t('form.policies')}
          searchLabel={t('form.policiesSearch')}
          query={list}
          names={names}
          selected={selected}
          onChange={onChange}
          empty={{ icon: IconShieldLock, title: t('form.noPolicies') }}
        />
      ) : (
        <p className={layout.note}>{denied}</p>
      )}
    </fieldset>
  )
}
