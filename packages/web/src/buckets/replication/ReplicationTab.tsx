import '../../messages/en/replication.ts'
import { getReplication, getVersioning, type ReplicationRule } from '@cooperage/contract'
import { IconInfoCircle, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { RefreshButton } from '../../shared/RefreshButton.tsx'
import type { RowAction } from '../../shared/table/columns.tsx'
import { QueryTable } from '../../shared/table/QueryTable.tsx'
import tab from '../detail/TabList.module.css'
import type { BucketTabProps } from '../detail/tab-props.ts'
import { PERMISSIONS, useCan, useDenied } from '../index.ts'
import { useReplicationOffer } from '../replication-offer.ts'
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx'
import { NoRules } from './NoRules.tsx'
import classes from './ReplicationTab.module.css'
import { RuleModal } from './RuleModal.tsx'
import { destinationOf } from './rule-text.ts'
import { SetReplicationModal } from './SetReplicationModal.tsx'
import { useRuleColumns } from './use-rule-columns.tsx'

type Rule = ReplicationRule

const NONE: readonly Rule[] = []
const idOf = ({ id }: Rule) => id

/** The replication rules of the bucket (spec core-console 2). */
export function ReplicationTab({ bucket }: BucketTabProps) {
  const { t } = useTranslation('replication')
  const list = useApiQuery(getReplication, { params: { bucket } })
  const versioning = useApiQuery(getVersioning, { params: { bucket } })
  const { writeReplication } = useCan(bucket, 'writeReplication')
  const { writeReplication: denied } = useDenied(bucket, 'writeReplication')
  const [open, setOpen] = useState<{ dialog: 'add' } | { dialog: 'details' | 'delete'; rule: Rule }>()
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
        onSelect: (rule) => setOpen({ dialog: 'details', rule }),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => denied ?? (hasSeveral ? t('deleteOnlyLast') : undefined),
        onSelect: (rule) => setOpen({ dialog: 'delete', rule }),
      },
    ],
    [t, denied, hasSeveral],
  )
  const retry = () => {
    void list.refetch()
    void versioning.refetch()
  }
  const close = () => setOpen(undefined)
  const notNow = () => {
    if (isOffered === false) return t('notOffered')
    return versioning.data?.is_versioned === false ? t('needsVersioning') : undefined
  }
  return (
    <div className={tab.tab}>
      <div className={classes.head}>
        <h2 className={layout.heading}>{t('heading')}</h2>
        <div className={layout.buttons}>
          <RefreshButton isBusy={list.isFetching} onClick={retry} />
          {/* Only with the permission (spec core-console 2, 6). */}
          {writeReplication === true && (
            <ExplainedButton
              leftSection={<IconPlus size={16} />}
              disabledReason={notNow()}
              onClick={() => setOpen({ dialog: 'add' })}
            >
              {t('add')}
            </ExplainedButton>
          )}
        </div>
      </div>
      <QueryTable
        query={list}
        onRetry={retry}
        label={t('label')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={destinationOf}
        onOpen={(rule) => () => setOpen({ dialog: 'details', rule })}
        actions={actions}
        empty={
          <NoRules
            bucket={bucket}
            isOffered={isOffered !== false}
            denied={denied && t('readOnly', { action: PERMISSIONS.writeReplication })}
          />
        }
        count={rows.length > 0 && t('count', { count: rows.length })}
      />
      {open?.dialog === 'add' && <SetReplicationModal bucket={bucket} onClose={close} />}
      {open?.dialog === 'details' && <RuleModal bucket={bucket} rule={open.rule} denied={denied} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteRuleDialog bucket={bucket} rule={open.rule} onClose={close} />}
    </div>
  )
}
