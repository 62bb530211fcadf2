import '../../../messages/en/anonymous-rules.ts'
import { type AnonymousRule, getBucket, listAnonymousRules } from '@cooperage/contract'
import { IconEdit, IconTrash, IconWorld } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../../shared/api/use-api.ts'
import { EmptyState } from '../../../shared/EmptyState.tsx'
import type { Column, RowAction } from '../../../shared/table/columns.tsx'
import { QueryTable } from '../../../shared/table/QueryTable.tsx'
import { ObjectName } from '../../../shared/text/ObjectName.tsx'
import { TabBar } from '../../detail/TabBar.tsx'
import tab from '../../detail/TabList.module.css'
import { useDenied } from '../../index.ts'
import { SettingModals } from '../../summary/dialogs.ts'
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx'
import { OtherStatements } from './OtherStatements.tsx'
import { RuleModal } from './RuleModal.tsx'

const NONE: readonly AnonymousRule[] = []
const rowId = ({ prefix }: AnonymousRule) => prefix

/** Anonymous access to the bucket, as rules by prefix. */
export function AnonymousRules({ bucket }: { bucket: string }) {
  const { t } = useTranslation(['anonymousRules', 'shared'])
  const list = useApiQuery(listAnonymousRules, { params: { bucket } })
  const info = useApiQuery(getBucket, { params: { bucket } })
  const { writePolicy: denied } = useDenied(bucket, 'writePolicy')
  const [editing, setEditing] = useState<AnonymousRule | 'new' | 'policy'>()
  const [deleting, setDeleting] = useState<AnonymousRule>()
  const { rules = NONE, others = [], definition = '' } = list.data ?? {}
  const close = () => setEditing(undefined)

  const columns = useMemo<Column<AnonymousRule>[]>(
    () => [
      {
        id: 'prefix',
        header: t('columns.prefix'),
        width: 'minmax(180px, 2fr)',
        compare: (a, b) => (a.prefix < b.prefix ? -1 : 1),
        cell: ({ prefix }) => (prefix === '' ? t('wholeBucket') : <ObjectName name={prefix} />),
      },
      {
        id: 'access',
        header: t('columns.access'),
        width: 'minmax(140px, 1fr)',
        cell: ({ access }) => <span title={t(`accessHints.${access}`)}>{t(`access.${access}`)}</span>,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<AnonymousRule>[]>(
    () => [
      {
        id: 'edit',
        label: t('edit'),
        icon: IconEdit,
        disabledReason: () => denied,
        onSelect: setEditing,
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => denied,
        onSelect: setDeleting,
      },
    ],
    [t, denied],
  )
  const retry = () => void list.refetch()
  const [emptyTitle, emptyHint] =
    others.length > 0 ? ([t('emptyCustom'), t('emptyCustomHint')] as const) : ([t('empty'), t('emptyHint')] as const)
  return (
    <div className={tab.tab}>
      <TabBar
        isBusy={list.isFetching}
        onRefresh={retry}
        addLabel={t('add')}
        disabledReason={denied}
        onAdd={list.data && (() => setEditing('new'))}
      />
      {others.length > 0 && (
        <OtherStatements numbers={others} onOpen={info.data === undefined ? undefined : () => setEditing('policy')} />
      )}
      <QueryTable
        query={list}
        label={t('label')}
        columns={columns}
        rows={rules}
        rowId={rowId}
        rowName={({ prefix }) => (prefix === '' ? t('wholeBucket') : prefix)}
        actions={actions}
        empty={<EmptyState icon={IconWorld} title={emptyTitle} hint={emptyHint} />}
        count={rules.length > 0 && t('count', { count: rules.length })}
      />
      {editing === 'policy' && (
        <SettingModals
          setting="access"
          bucket={bucket}
          onClose={() => {
            close()
            retry()
          }}
        />
      )}
      {editing !== undefined && editing !== 'policy' && (
        <RuleModal
          bucket={bucket}
          rule={editing === 'new' ? undefined : editing}
          rules={rules}
          definition={definition}
          onClose={close}
        />
      )}
      {deleting && (
        <DeleteRuleDialog
          bucket={bucket}
          rule={deleting}
          definition={definition}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  )
}
