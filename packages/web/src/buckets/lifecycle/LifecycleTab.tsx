import '../../messages/en/lifecycle.ts'
import { type LifecycleRuleView, listLifecycle } from '@cooperage/contract'
import { IconHourglass, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { QueryTable } from '../../shared/table/QueryTable.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { TabBar } from '../detail/TabBar.tsx'
import tab from '../detail/TabList.module.css'
import type { BucketTabProps } from '../detail/tab-props.ts'
import { useDenied } from '../index.ts'
import { AddRuleModal } from './AddRuleModal.tsx'
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx'
import { EditRuleModal } from './EditRuleModal.tsx'
import classes from './LifecycleTab.module.css'
import { ruleCells } from './rule-text.ts'

type Rule = LifecycleRuleView

const NONE: readonly Rule[] = []
const idOf = ({ id }: Rule) => id

/** The lifecycle rules of the bucket (spec core-console 2). */
export function LifecycleTab({ bucket }: BucketTabProps) {
  const { t } = useTranslation('lifecycle')
  const list = useApiQuery(listLifecycle, { params: { bucket } })
  const { writeLifecycle: denied } = useDenied(bucket, 'writeLifecycle')
  const [open, setOpen] = useState<{ dialog: 'add' } | { dialog: 'edit' | 'delete'; rule: Rule }>()
  const rows = list.data?.lifecycle ?? NONE

  const columns = useMemo<Column<Rule>[]>(
    () => [
      {
        id: 'id',
        header: t('columns.id'),
        width: 'minmax(96px, 0.6fr)',
        compare: (a, b) => (a.id < b.id ? -1 : 1),
        cell: ({ id }) => <ObjectName name={id} />,
      },
      {
        id: 'prefix',
        header: t('columns.prefix'),
        width: 'minmax(130px, 1.5fr)',
        compare: (a, b) => (a.prefix < b.prefix ? -1 : 1),
        cell: (rule) => (
          <>
            {rule.prefix !== '' && <ObjectName name={rule.prefix} />}
            <Cell text={ruleCells(t, rule).filter} isMuted />
          </>
        ),
      },
      { id: 'status', header: t('columns.status'), width: '90px', cell: ({ status }) => status },
      {
        id: 'expiration',
        header: t('columns.expiration'),
        width: 'minmax(150px, 1.8fr)',
        cell: (rule) => <Cell text={ruleCells(t, rule).expiration} />,
      },
      {
        id: 'transition',
        header: t('columns.transition'),
        width: 'minmax(110px, 1.2fr)',
        cell: (rule) => <Cell text={ruleCells(t, rule).transition} />,
      },
      {
        id: 'storageClass',
        header: t('columns.storageClass'),
        width: 'minmax(118px, 0.6fr)',
        cell: (rule) => <Cell text={ruleCells(t, rule).tier} />,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Rule>[]>(
    () => [
      {
        id: 'edit',
        label: t('edit'),
        icon: IconPencil,
        disabledReason: () => denied,
        onSelect: (rule) => setOpen({ dialog: 'edit', rule }),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => denied,
        onSelect: (rule) => setOpen({ dialog: 'delete', rule }),
      },
    ],
    [t, denied],
  )
  const close = () => setOpen(undefined)
  return (
    <div className={tab.tab}>
      <TabBar
        isBusy={list.isFetching}
        onRefresh={() => void list.refetch()}
        addLabel={t('add')}
        disabledReason={denied}
        onAdd={() => setOpen({ dialog: 'add' })}
      />
      <QueryTable
        query={list}
        label={t('label')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={idOf}
        actions={actions}
        empty={<EmptyState icon={IconHourglass} title={t('empty')} hint={t('emptyHint')} />}
        count={rows.length > 0 && t('count', { count: rows.length })}
      />
      {open?.dialog === 'add' && <AddRuleModal bucket={bucket} onClose={close} />}
      {open?.dialog === 'edit' && <EditRuleModal bucket={bucket} rule={open.rule} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteRuleDialog bucket={bucket} rule={open.rule} onClose={close} />}
    </div>
  )
}

/** One line; the rest is in the tooltip, and in the dialog of the rule. */
function Cell({ text, isMuted = false }: { text: string; isMuted?: boolean }) {
  return (
    text !== '' && (
      <span className={classes.cell} data-muted={isMuted || undefined} title={plainName(text)}>
        {plainName(text)}
      </span>
    )
  )
}
