import { getReplication, getVersioning, type ReplicationRule } from '@cooperage/contract'
import { IconCopy, IconInfoCircle, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import type { RowAction } from '../../shared/table/columns.tsx'
import { placedButton, ResourceList } from '../../shared/table/ResourceList.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { PERMISSIONS, useCan, useDenied } from '../index.ts'
import { useReplicationOffer } from '../use-buckets.ts'
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx'
import { NoRules } from './NoRules.tsx'
import { RuleModal } from './RuleModal.tsx'
import classes from './replication.module.css'
import { destinationOf } from './rule-text.ts'
import { SetReplicationModal } from './SetReplicationModal.tsx'
import { useRuleColumns } from './use-rule-columns.tsx'

type Rule = ReplicationRule

const NONE: readonly Rule[] = []
const idOf = ({ id }: Rule) => id

/** The replication rules of a bucket (spec core-console 2). */
export function RuleList({ bucket }: { bucket: string }) {
  const t = useTexts('replication')
  const list = useApiQuery(getReplication, { params: { bucket } })
  const versioning = useApiQuery(getVersioning, { params: { bucket } })
  const { writeReplication } = useCan(bucket, 'writeReplication')
  const { writeReplication: denied } = useDenied(bucket, 'writeReplication')
  const { open, dialog } = useDialogs({
    add: (close) => <SetReplicationModal bucket={bucket} onClose={close} />,
    details: (close, rule: Rule) => <RuleModal bucket={bucket} rule={rule} denied={denied} onClose={close} />,
    delete: (close, rule: Rule) => <DeleteRuleDialog bucket={bucket} rule={rule} onClose={close} />,
  })
  const isOffered = useReplicationOffer()
  const columns = useRuleColumns()
  const rows = list.data?.rules ?? NONE
  const hasSeveral = rows.length > 1

  const actions = useMemo<RowAction<Rule>[]>(
    () => [
      {
        id: 'details',
        label: t('details'),
        icon: IconInfoCircle,
        onSelect: (rule) => open('details', rule),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => denied ?? (hasSeveral ? t('deleteOnlyLast') : undefined),
        onSelect: (rule) => open('delete', rule),
      },
    ],
    [t, open, denied, hasSeveral],
  )
  const retry = () => {
    void list.refetch()
    void versioning.refetch()
  }
  const addDenied = () => {
    if (isOffered === false) return t('notOffered')
    return versioning.data?.is_versioned === false ? t('needsVersioning') : undefined
  }
  const add = placedButton(
    list,
    rows,
    // Only with the permission (spec core-console 2, 6).
    writeReplication === true && (
      <ExplainedButton leftSection={<IconPlus size={16} />} disabledReason={addDenied()} onClick={() => open('add')}>
        {t('add')}
      </ExplainedButton>
    ),
  )
  return (
    <>
      <ResourceList
        id="replication-rules"
        query={list}
        onRefresh={retry}
        onRetry={retry}
        label={t('label')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={destinationOf}
        onOpen={(rule) => () => open('details', rule)}
        actions={actions}
        filters={<h2 className={`${layout.heading} ${classes.heading}`}>{t('heading')}</h2>}
        buttons={add.usual}
        empty={{
          icon: IconCopy,
          title: t(isOffered === false ? 'notOffered' : 'empty'),
          hint: t('emptyHint'),
          action: (
            <>
              <NoRules
                bucket={bucket}
                isOffered={isOffered !== false}
                denied={denied && t('readOnly', { action: PERMISSIONS.writeReplication })}
              />
              {add.whenEmpty}
            </>
          ),
        }}
        count={(count) => count > 0 && t('count', { count })}
      />
      {dialog}
    </>
  )
}
