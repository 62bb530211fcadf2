import {
  IAM_CHANGES,
  type IamChange,
  type IamImportResult,
  type IamPlanEntry,
  type IamPreview,
} from '@cooperage/contract'
import { Button, NativeSelect } from '@mantine/core'
import { IconArrowLeft, IconChecks, IconEye, IconMinus, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/index.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListFooter, ListPage, Toolbar } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { EntryName } from './EntryName.tsx'
import { countOf, namesText, planText } from './entry-text.ts'
import classes from './iam-backup.module.css'
import { EntryDialog, ImportDialog, useDenied } from './index.ts'
import { type KindChoice, KindFilter } from './KindFilter.tsx'
import { Warning } from './Warning.tsx'

type ChangeChoice = IamChange | 'effective' | 'all'

const CHOICES: readonly ChangeChoice[] = ['effective', ...IAM_CHANGES, 'all']
const LOOKS = {
  add: { tone: 'good', Icon: IconPlus },
  change: { tone: 'warn', Icon: IconPencil },
  same: { tone: 'muted', Icon: IconChecks },
  keep: { tone: 'muted', Icon: IconMinus },
  skip: { tone: 'bad', Icon: IconX },
} as const

interface ImportPreviewProps {
  file: File
  preview: IamPreview
  onBack: () => void
  /** The server has changed: requests another preview of the same file. */
  onOutdated: () => void
  onImported: (result: IamImportResult) => void
}

/** What an import would change, before it does. */
export function ImportPreview({ file, preview, onBack, onOutdated, onImported }: ImportPreviewProps) {
  const { t } = useTranslation(['iamBackup', 'shared'])
  const { entries } = preview
  const { importIam: importDenied } = useDenied('', 'importIam')
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<KindChoice>('')
  const [change, setChange] = useState<ChangeChoice>('effective')
  const { open, dialog } = useDialogs({
    details: (close, entry: IamPlanEntry) => <EntryDialog entry={entry} onClose={close} />,
    import: (close) => (
      <ImportDialog file={file} preview={preview} onOutdated={onOutdated} onImported={onImported} onClose={close} />
    ),
  })

  const rows = useMemo(
    () =>
      entries.filter(
        (entry) => matchesChange(entry, change) && (kind === '' || entry.kind === kind) && entry.name.includes(search),
      ),
    [entries, change, kind, search],
  )
  const columns = useMemo<Column<IamPlanEntry>[]>(
    () => [
      {
        id: 'name',
        header: t('preview.columns.name'),
        width: 'minmax(200px, 1.2fr)',
        name: ({ name }) => name,
        cell: ({ name, isOwn }) => <EntryName name={name} isOwn={isOwn} />,
      },
      {
        id: 'kind',
        header: t('preview.columns.kind'),
        width: '170px',
        text: ({ kind }) => t(`kinds.${kind}`),
      },
      {
        id: 'change',
        header: t('preview.columns.change'),
        width: '170px',
        compare: (a, b) => IAM_CHANGES.indexOf(a.change) - IAM_CHANGES.indexOf(b.change),
        cell: (entry) => <ChangeMark change={entry.change} />,
      },
      {
        id: 'details',
        header: t('preview.columns.details'),
        width: 'minmax(200px, 2fr)',
        cell: (entry) => {
          const text = planText(t, entry)
          return (
            <span className={`${layout.cut} ${layout.muted}`} title={text}>
              {text}
            </span>
          )
        },
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<IamPlanEntry>[]>(
    () => [
      {
        id: 'details',
        label: t('preview.openDetails'),
        icon: IconEye,
        appliesTo: hasDetails,
        onSelect: (entry) => open('details', entry),
      },
    ],
    [t, open],
  )
  const isNothingToDo = !entries.some((entry) => entry.change === 'add' || entry.change === 'change')
  const filters = CHOICES.map((choice) => ({
    value: choice,
    label: t(`preview.filters.${choice}`, { number: countOf(entries, (entry) => matchesChange(entry, choice)) }),
  }))
  return (
    <ListPage>
      <PageHeader title={t('preview.title', { name: plainName(file.name) })} below={t('preview.below')}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {t('preview.other')}
        </Button>
        <ExplainedButton
          disabledReason={importDenied ?? (isNothingToDo ? t('preview.nothing') : undefined)}
          onClick={() => open('import')}
        >
          {t('preview.submit')}
        </ExplainedButton>
      </PageHeader>
      <Warnings entries={entries} />
      <Toolbar>
        <SearchBox label={t('preview.search')} value={search} onChange={setSearch} />
        <div className={layout.buttons}>
          <NativeSelect
            aria-label={t('preview.change')}
            value={change}
            onChange={(event) => setChange(CHOICES.find((one) => one === event.currentTarget.value) ?? 'effective')}
            data={filters}
          />
          <KindFilter value={kind} onChange={setKind} />
        </div>
      </Toolbar>
      <DataTable
        label={t('preview.list')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={({ name }) => name}
        onOpen={(entry) => (hasDetails(entry) ? () => open('details', entry) : undefined)}
        actions={actions}
        isLoading={false}
        instead={
          <EmptyState
            icon={IconChecks}
            title={t('preview.empty')}
            hint={t(
              change === 'effective' && kind === '' && search === '' ? 'preview.emptyHint' : 'preview.noneOfKind',
            )}
          />
        }
      />
      <ListFooter>{t('preview.count', { count: rows.length, number: formatCount(rows.length) })}</ListFooter>
      {dialog}
    </ListPage>
  )
}

/** What must not be overlooked in a long table. */
function Warnings({ entries }: { entries: readonly IamPlanEntry[] }) {
  const { t } = useTranslation('iamBackup')
  const account = useSession()?.accountName ?? ''
  const own = entries.filter(({ isOwn }) => isOwn)
  const replaced = entries.filter(({ differences }) => differences.some(({ field }) => field === 'secretKey')).length
  const skipped = entries.filter(({ change }) => change === 'skip').length
  const names = own.map(({ kind, name }) => `${t(`kinds.${kind}`)} ${name}`)
  if (own.length + replaced + skipped === 0) return null
  return (
    <div className={layout.stack}>
      {own.length > 0 && (
        <Warning>{t('preview.warnOwn', { account: plainName(account), names: namesText(t, names) })}</Warning>
      )}
      {replaced > 0 && (
        <Warning>{t('preview.warnSecrets', { count: replaced, number: formatCount(replaced) })}</Warning>
      )}
      {skipped > 0 && <Warning>{t('preview.warnSkipped', { count: skipped, number: formatCount(skipped) })}</Warning>}
    </div>
  )
}

function ChangeMark({ change }: { change: IamChange }) {
  const { t } = useTranslation('iamBackup')
  const { tone, Icon } = LOOKS[change]
  return (
    <span className={classes.change} data-tone={tone}>
      <Icon size={16} aria-hidden="true" />
      {t(`preview.changes.${change}`)}
    </span>
  )
}

function matchesChange({ change }: IamPlanEntry, choice: ChangeChoice): boolean {
  if (choice === 'all') return true
  return choice === 'effective' ? change !== 'same' && change !== 'keep' : change === choice
}

function hasDetails({ change }: IamPlanEntry): boolean {
  return change === 'change' || change === 'skip'
}

function keyOf({ kind, name }: IamPlanEntry): string {
  return `${kind} ${name}`
}
