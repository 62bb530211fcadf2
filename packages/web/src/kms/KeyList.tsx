import { type KmsKey, listKmsKeys } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFlask, IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { CreateKeyModal, DeleteKeyDialog, TestKeyDialog, useDenied } from './index.ts'

const NONE: readonly KmsKey[] = []
const nameOf = ({ name }: KmsKey) => name
const ASK_AFTER_MS = 300

/** The keys whose names match a pattern: a KMS with many keys doesn't list all of them at once. */
export function KeyList() {
  const t = useTexts('kms')
  const [pattern, setPattern] = useState('')
  const [asked] = useDebouncedValue(pattern, ASK_AFTER_MS)
  const list = useApiQuery(listKmsKeys, { query: { pattern: asked || '*' } })
  const denied = useDenied('', 'createKey', 'deleteKey', 'testKey')
  const { open, dialog } = useDialogs({
    create: (close) => <CreateKeyModal onClose={close} />,
    test: (close, name: string) => <TestKeyDialog name={name} onClose={close} />,
    remove: (close, name: string) => <DeleteKeyDialog name={name} onClose={close} />,
  })
  const columns = useMemo<Column<KmsKey>[]>(
    () => [
      { id: 'name', header: t('keys.columns.name'), width: 'minmax(200px, 2fr)', name: nameOf },
      {
        id: 'created',
        header: t('keys.columns.created'),
        width: 'minmax(150px, 1fr)',
        isNamedOnPhone: true,
        compare: (a, b) => Date.parse(a.createdAt || '0') - Date.parse(b.createdAt || '0'),
        cell: ({ createdAt }) => (createdAt === '' ? '–' : <Timestamp iso={createdAt} />),
      },
      {
        id: 'by',
        header: t('keys.columns.by'),
        width: 'minmax(120px, 1fr)',
        onPhone: 'hidden',
        text: ({ createdBy }) => createdBy || '–',
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<KmsKey>[]>(
    () => [
      {
        id: 'test',
        label: t('test.action'),
        icon: IconFlask,
        disabledReason: () => denied.testKey,
        onSelect: ({ name }) => open('test', name),
      },
      {
        id: 'delete',
        label: t('remove.action'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => denied.deleteKey,
        onSelect: ({ name }) => open('remove', name),
      },
    ],
    [t, open, denied.testKey, denied.deleteKey],
  )
  return (
    <>
      <ResourceList
        query={list}
        label={t('keys.label')}
        columns={columns}
        rows={list.data?.items ?? NONE}
        rowId={nameOf}
        rowName={nameOf}
        actions={actions}
        filters={
          <TextInput
            aria-label={t('keys.pattern')}
            placeholder={t('keys.patternExample')}
            maxLength={256}
            value={pattern}
            onChange={(event) => setPattern(event.currentTarget.value)}
          />
        }
        buttons={
          <ExplainedButton
            leftSection={<IconPlus size={16} />}
            disabledReason={denied.createKey}
            onClick={() => open('create')}
          >
            {t('create.action')}
          </ExplainedButton>
        }
        empty={{ icon: IconKey, title: t('keys.empty'), hint: t('keys.emptyHint') }}
        emptyFilter={asked === '' ? undefined : { icon: IconKey, title: t('keys.noMatch') }}
        count={(count) => t('keys.count', { count, number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}
