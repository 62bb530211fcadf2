import { listUsers } from '@cooperage/contract'
import { IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { PickList } from '../shared/fields/PickList.tsx'
import layout from '../shared/layout.module.css'
import { joinedQuery, type TableQuery } from '../shared/table/QueryTable.tsx'
import type { Selection } from '../shared/table/selection.ts'
import classes from './groups.module.css'
import { useDenials } from './index.ts'

interface MembersFieldProps {
  /** 'Edit Members'. */
  title: string
  /** The group that is edited, if it is one. */
  group?: { query: TableQuery; members: readonly string[] }
  selected: Selection
  onChange: (selected: Selection) => void
  readOnlyReason?: string | undefined
}

const NONE: readonly string[] = []

/** Chooses the members of a group among all users. Users without permission to list users can still remove members. */
export function MembersField({ title, group, selected, onChange, readOnlyReason }: MembersFieldProps) {
  const t = useTexts('groups')
  const { listUsers: denied } = useDenials()
  const isUnlisted = group !== undefined && (denied !== undefined || readOnlyReason !== undefined)
  const users = useApiQuery(listUsers, {}, { enabled: !isUnlisted })
  const members = group?.members ?? NONE
  const names = useMemo(
    () => [...new Set([...(users.data?.users.map(({ accessKey }) => accessKey) ?? NONE), ...members])].sort(),
    [users.data, members],
  )
  const query = isUnlisted ? group.query : joinedQuery(users, ...(group ? [group.query] : []))
  return (
    <fieldset className={layout.group}>
      <legend className={classes.legend}>{title}</legend>
      <PickList
        label={t('members.column')}
        searchLabel={t('members.filter')}
        query={query}
        names={names}
        selected={selected}
        onChange={onChange}
        readOnlyReason={readOnlyReason}
        empty={{ icon: IconUsers, title: t('members.noUsers') }}
      />
      {denied !== undefined && isUnlisted && readOnlyReason === undefined && (
        <p className={layout.note}>{t('members.unlisted', { reason: denied })}</p>
      )}
    </fieldset>
  )
}
