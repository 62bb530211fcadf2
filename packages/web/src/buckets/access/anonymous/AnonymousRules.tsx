import '../../../messages/en/anonymous-rules.ts'
import { type AnonymousRule, getBucket, listAnonymousRules } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import { useApiQuery } from '../../../shared/api/use-api.ts'
import { ExplainedButton } from '../../../shared/ExplainedButton.tsx'
import type { Column, RowAction } from '../../../shared/table/columns.tsx'
import { ResourceList } from '../../../shared/table/ResourceList.tsx'
import { ObjectName } from '../../../shared/text/ObjectName.tsx'
import { useDialogs } from '../../../shared/use-dialogs.tsx'
import classes from '../../detail/bucket.module.css'
import { SettingModals, useDenied } from '../../index.ts'
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx'
import { RuleModal } from './RuleModal.tsx'

const NONE: readonly AnonymousRule[] = []
const rowId = ({ prefix }: AnonymousRule) => prefix

/** Anonymous access to the bucket, as rules by prefix. */
export function AnonymousRules({ bucket }: { bucket: string }) {
  const t = useTexts(['anonymousRules', 'shared'])
  const list = useApiQuery(listAnonymousRules, { params: { bucket } })
  const info = useApiQuery(getBucket, { params: { bucket } })
  const { writePolicy: denied } = useDenied(bucket, 'writePolicy')
  const { rules = NONE, others = [], definition = '' } = list.data ?? {}
  const ruleModal = (close: () => void, rule?: AnonymousRule) => (
    <RuleModal bucket={bucket} rule={rule} rules={rules} definition={definition} onClose={close} />
  )
  const { open, dialog } = useDialogs({
    add: (close) => ruleModal(close),
    edit: (close, rule: AnonymousRule) => ruleModal(close, rule),
    delete: (close, rule: AnonymousRule) => (
      <DeleteRuleDialog bucket={bucket} rule={rule} definition={definition} onClose={close} />
    ),
    policy: (close) => (
      <SettingModals
        setting="access"
        bucket={bucket}
        onClose={() => {
          close()
          void list.refetch()
        }}
      />
    ),
  })

  const columns = useMemo<Column<AnonymousRule>[]>(
    () => [
      {
        id: 'prefix',
        header: t('columns.prefix'),
        width: 'minmax(180px, 2fr)',
        text: rowId,
        cell: ({ prefix }) => (prefix === '' ? t('wholeBucket') : <ObjectName name={prefix} />),
      },
      {
        id: 'access',
        header: t('columns.access'),
        width: 'minmax(140px, 1fr)',
        text: ({ access }) => t(`access.${access}`),
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
  const isCustom = others.length > 0
  const add = (
    <ExplainedButton leftSection={<IconPlus size={16} />} disabledReason={denied} onClick={() => open('add')}>
      {t('add')}
    </ExplainedButton>
  )
  return (
    <div className={classes.list}>
      <ResourceList
        query={list}
        label={t('label')}
        columns={columns}
        rows={rules}
        rowId={rowId}
        rowName={({ prefix }) => (prefix === '' ? t('wholeBucket') : prefix)}
        actions={actions}
        add={list.data && add}
        above={
          isCustom && (
            <OtherStatements numbers={others} onOpen={info.data === undefined ? undefined : () => open('policy')} />
          )
        }
        empty={{
          icon: IconWorld,
          title: t(isCustom ? 'emptyCustom' : 'empty'),
          hint: t(isCustom ? 'emptyCustomHint' : 'emptyHint'),
        }}
        count={(count) => count > 0 && t('count', { count })}
      />
      {dialog}
    </div>
  )
}

interface OtherStatementsProps {
  /** Positions in the policy of the statements that aren't rules. */
  numbers: readonly number[]
  /** Undefined until the policy is loaded. */
  onOpen: (() => void) | undefined
}

/** Explains that the policy has statements besides the rules, and opens its editor. */
function OtherStatements({ numbers, onOpen }: OtherStatementsProps) {
  const t = useTexts('anonymousRules')
  return (
    <div className={classes.notice} role="note">
      <p>
        <strong>{t('custom')}</strong> {t('others', { count: numbers.length, numbers: numbers.join(', ') })}
      </p>
      {onOpen && (
        <Button variant="default" size="compact-sm" onClick={onOpen}>
          {t('openEditor')}
        </Button>
      )}
    </div>
  )
}
