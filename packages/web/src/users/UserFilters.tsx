import type { User } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { memo, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { plainName } from '../shared/text/visible-name.ts'
import { namesAmong, type UserFilter, WITHOUT } from './filter-users.ts'

interface UserFiltersProps {
  users: readonly User[]
  status: UserFilter['status']
  policy: string
  group: string
  onChange: (change: Partial<UserFilter>) => void
}

/** Narrows the list by status, policy and group. Not rendered again while the user types a search: there can be many groups. */
export const UserFilters = memo(function UserFilters({ users, status, policy, group, onChange }: UserFiltersProps) {
  const t = useTexts('users')
  const policies = useMemo(() => namesAmong(users, 'policy'), [users])
  const groups = useMemo(() => namesAmong(users, 'memberOf'), [users])
  return (
    <>
      <NativeSelect
        className={layout.filter ?? ''}
        aria-label={t('filter.status')}
        value={status}
        onChange={(event) => onChange({ status: event.currentTarget.value as UserFilter['status'] })}
      >
        <option value="">{t('filter.anyStatus')}</option>
        <option value="enabled">{t('status.enabled')}</option>
        <option value="disabled">{t('status.disabled')}</option>
      </NativeSelect>
      <NameFilter
        label={t('filter.policy')}
        any={t('filter.anyPolicy')}
        none={t('filter.noPolicy')}
        names={policies}
        value={policy}
        onChange={(name) => onChange({ policy: name })}
      />
      <NameFilter
        label={t('filter.group')}
        any={t('filter.anyGroup')}
        none={t('filter.noGroup')}
        names={groups}
        value={group}
        onChange={(name) => onChange({ group: name })}
      />
    </>
  )
})

interface NameFilterProps {
  label: string
  /** What the first two choices are called: any name, and no name at all. */
  any: string
  none: string
  names: readonly string[]
  value: string
  onChange: (value: string) => void
}

function NameFilter({ label, any, none, names, value, onChange }: NameFilterProps) {
  // The last user that has it may be gone; the list must still say what it is narrowed by.
  const isGone = value !== '' && value !== WITHOUT && !names.includes(value)
  return (
    <NativeSelect
      className={layout.filter ?? ''}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{any}</option>
      <option value={WITHOUT}>{none}</option>
      {isGone && <option value={value}>{plainName(value)}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {plainName(name)}
        </option>
      ))}
    </NativeSelect>
  )
}
