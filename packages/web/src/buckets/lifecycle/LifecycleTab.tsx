import '../../messages/en/lifecycle.ts'
import { type LifecycleRuleView, listLifecycle } from '@cooperage/contract'
import { IconHourglass, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { StateMark } from '../../shared/StateMark.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import classes from '../detail/bucket.module.css'
import type { BucketTabProps } from '../detail/tabs.ts'
import { useDenied } from '../index.ts'
import { AddRuleModal } from './AddRuleModal.tsx'
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx'
import { EditRuleModal } from './EditRuleModal.tsx'
import { ruleCells } from './rule-text.ts'

type Rule = LifecycleRuleView

const NONE: readonly Rule[] = []
const idOf = ({ id }: Rule) => id

/** The lifecycle rules of the bucket (spec core-console 2). */
export function LifecycleTab({ bucket }: BucketTabProps) {
  const t = useTexts('lifecycle')
  const list = useApiQuery(listLifecycle, { params: { bucket } })
  const { writeLifecycle: denied } = useDenied(bucket, 'writeLifecycle')
  const { open, dialog } = useDialogs({
    add: (close) => <AddRuleModal bucket={bucket} onClose={close} />,
    edit: (close, rule: Rule) => <EditRuleModal bucket={bucket} rule={rule} onClose={close} />,
    delete: (close, rule: Rule) => <DeleteRuleDialog bucket={bucket} rule={rule} onClose={close} />,
  })

  const columns = useMemo<Column<Rule>[]>(
    () => [
      {
        id: 'id',
        header: t('columns.id'),
        width: 'minmax(104px, 0.5fr)',
        name: idOf,
      },
      {
        id: 'prefix',
        header: t('columns.prefix'),
        width: 'minmax(140px, 1.6fr)',
        text: ({ prefix }) => prefix,
        cell: (rule) => (
          <>
            {rule.prefix !== '' && <ObjectName name={rule.prefix} />}
            <Cell text={ruleCells(t, rule).filter} className={`${layout.muted} ${classes.filter}`} />
          </>
        ),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '124px',
        text: ({ status }) => status,
        cell: ({ status }) => {
          const state = status === 'Enabled' ? 'enabled' : 'disabled'
          return <StateMark tone={state === 'enabled' ? 'good' : 'muted'} text={t(`status.${state}`)} />
        },
      },
      {
        id: 'expiration',
        header: t('columns.expiration'),
        width: 'minmax(160px, 2fr)',
        onPhone: 'shortened',
        cell: (rule) => <Cell text={ruleCells(t, rule).expiration} />,
      },
      {
        id: 'transition',
        header: t('columns.transition'),
        width: 'minmax(92px, 0.8fr)',
        cell: (rule) => <Cell text={ruleCells(t, rule).transition} />,
      },
      {
        id: 'storageClass',
        header: t('columns.storageClass'),
        width: 'minmax(118px, 0.5fr)',
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
        onSelect: (rule) => open('edit', rule),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => denied,
        onSelect: (rule) => open('delete', rule),
      },
    ],
    [t, open, denied],
  )
  const isUnsupported = list.error?.code === 'NotInThisSetup'
  const add = (
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      disabledReason={isUnsupported ? list.error?.message : denied}
      onClick={() => open('add')}
    >
      {t('add')}
    </ExplainedButton>
  )
  return (
    <div className={classes.list}>
      <ResourceList
        id="lifecycle-rules"
        query={list}
        label={t('label')}
        columns={columns}
        rows={list.data?.lifecycle ?? NONE}
        rowId={idOf}
        rowName={idOf}
        actions={actions}
        add={add}
        empty={{ icon: IconHourglass, title: t('empty'), hint: t('emptyHint') }}
        count={(count) => count > 0 && t('count', { count })}
      />
      {dialog}
    </div>
  )
}

/** Two lines, one on a phone; the rest is in the tooltip, and in the dialog of the rule. */
function Cell({ text, className = '' }: { text: string; className?: string }) {
  return (
    text !== '' && (
      <span className={`${layout.cut} ${classes.ruleCell} ${className}`} title={plainName(text)}>
        {plainName(text)}
      </span>
    )
  )
}
