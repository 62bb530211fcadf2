import {
  type ConfigurationChange,
  getConfigurationDetails,
  getRestartState,
  listConfigurationHistory,
  restoreConfiguration,
} from '@cooperage/contract'
import { IconHistory, IconRestore } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { Toolbar } from '../shared/ListPage.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { configurationId } from './configuration-id.ts'
import classes from './Settings.module.css'
import { UNCHECKED } from './unchecked-section.ts'

const NONE: readonly ConfigurationChange[] = []

/** The last changes, each of which can be restored. */
export function ConfigurationHistory() {
  const { t } = useTranslation('settings')
  const list = useApiQuery(listConfigurationHistory, {})
  const [restoring, setRestoring] = useState<ConfigurationChange>()
  const rows = list.data?.changes ?? NONE
  const columns = useMemo<Column<ConfigurationChange>[]>(
    () => [
      {
        id: 'time',
        header: t('history.columns.time'),
        width: '220px',
        compare: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
        cell: ({ createdAt }) => <Timestamp iso={createdAt} />,
      },
      {
        id: 'change',
        header: t('history.columns.change'),
        width: 'minmax(240px, 1fr)',
        cell: (change) => <ChangeText change={change} />,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<ConfigurationChange>[]>(
    () => [
      {
        id: 'restore',
        label: t('history.restore'),
        icon: IconRestore,
        onSelect: setRestoring,
      },
    ],
    [t],
  )
  return (
    <>
      <Toolbar>
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
      </Toolbar>
      <QueryTable
        query={list}
        label={t('history.list')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ createdAt }) => createdAt}
        actions={actions}
        empty={<EmptyState icon={IconHistory} title={t('history.empty')} hint={t('history.emptyHint')} />}
        count={t('history.count', { count: rows.length })}
      />
      {restoring && <RestoreDialog change={restoring} onClose={() => setRestoring(undefined)} />}
    </>
  )
}

function ChangeText({ change: { lines } }: { change: ConfigurationChange }) {
  const { t } = useTranslation('settings')
  const text = lines.map(({ section, target, key_values }) => {
    const pairs = key_values.map(({ key, value, secret }) => `${key}=${secret ? t('history.secret') : value}`)
    return [configurationId(section, target), ...pairs].join(' ')
  })
  return <span className={classes.value}>{text.join('; ')}</span>
}

function RestoreDialog({ change, onClose }: { change: ConfigurationChange; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const restore = useChange(restoreConfiguration, {
    changes: [listConfigurationHistory, getRestartState, getConfigurationDetails],
    goneCodes: ['NoSuchConfigurationChange'],
    notice: t('history.restored'),
    onDone: onClose,
  })
  const isUnchecked = change.lines.some(({ section }) => section === UNCHECKED)
  return (
    <ModalForm
      title={t('history.restoreTitle')}
      onClose={onClose}
      onSubmit={() => restore.mutate({ params: { id: change.id } })}
      submitLabel={t('history.restore')}
      call={restore}
      typedName={isUnchecked ? UNCHECKED : undefined}
      isDestructive={isUnchecked}
    >
      <p>
        <ChangeText change={change} />
      </p>
      <p>{t('history.restoreNote')}</p>
      {isUnchecked && <WarningNote>{t('form.etcd')}</WarningNote>}
    </ModalForm>
  )
}
