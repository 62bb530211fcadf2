import {
  type ConfigurationChange,
  getConfigurationDetails,
  getRestartState,
  listConfigurationHistory,
  restoreConfiguration,
} from '@cooperage/contract'
import { IconHistory, IconRestore } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { Unknown } from '../shared/text/Unknown.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { UNCHECKED } from './form-changes.ts'
import { configurationId } from './index.ts'
import classes from './settings.module.css'

const NONE: readonly ConfigurationChange[] = []

/** The last changes, each of which can be restored. */
export function ConfigurationHistory() {
  const t = useTexts('settings')
  const list = useApiQuery(listConfigurationHistory, {})
  const { open, dialog } = useDialogs({
    restore: (close, change: ConfigurationChange) => <RestoreDialog change={change} onClose={close} />,
  })
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
        id: 'account',
        header: t('history.columns.account'),
        width: '180px',
        onPhone: 'hidden',
        text: ({ account }) => account,
        cell: ({ account }) =>
          account === '' ? <Unknown reason={t('history.noAccount')} /> : <ObjectName name={account} />,
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
        onSelect: (change) => open('restore', change),
      },
    ],
    [t, open],
  )
  return (
    <>
      <ResourceList
        id="configuration-history"
        query={list}
        label={t('history.list')}
        columns={columns}
        rows={list.data?.changes ?? NONE}
        rowId={({ id }) => id}
        rowName={({ createdAt }) => createdAt}
        actions={actions}
        empty={{ icon: IconHistory, title: t('history.empty'), hint: t('history.emptyHint') }}
        count={(count) => t('history.count', { count })}
      />
      {dialog}
    </>
  )
}

function ChangeText({ change: { lines } }: { change: ConfigurationChange }) {
  const t = useTexts('settings')
  const text = lines.map(({ section, target, key_values }) => {
    const pairs = key_values.map(({ key, value, secret }) => `${key}=${secret ? t('history.secret') : value}`)
    return [configurationId(section, target), ...pairs].join(' ')
  })
  return <bdi className={classes.value}>{text.join('; ')}</bdi>
}

function RestoreDialog({ change, onClose }: { change: ConfigurationChange; onClose: () => void }) {
  const t = useTexts('settings')
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
