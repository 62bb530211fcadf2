import {
  IAM_CHANGES,
  type IamChange,
  type IamImportResult,
  type IamPlanEntry,
  type IamPreview,
} from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconChecks, IconEye, IconMinus, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { EntryList } from './EntryList.tsx'
import { countOf, namesText, planText } from './entry-text.ts'
import classes from './iam-backup.module.css'
import { EntryDialog, ImportDialog, useDenied } from './index.ts'
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
  const t = useTexts(['iamBackup', 'shared'])
  const { entries } = preview
  const { importIam: importDenied } = useDenied('', 'importIam')
  const { open, dialog } = useDialogs({
    details: (close, entry: IamPlanEntry) => <EntryDialog entry={entry} onClose={close} />,
    import: (close) => (
      <ImportDialog file={file} preview={preview} onOutdated={onOutdated} onImported={onImported} onClose={close} />
    ),
  })

  const column = useMemo<Column<IamPlanEntry>>(
    () => ({
      id: 'change',
      header: t('preview.columns.change'),
      width: '170px',
      compare: (a, b) => IAM_CHANGES.indexOf(a.change) - IAM_CHANGES.indexOf(b.change),
      cell: (entry) => <ChangeMark change={entry.change} />,
    }),
    [t],
  )
  const choices = useMemo(
    () =>
      CHOICES.map((choice) => {
        const matches = (entry: IamPlanEntry) => matchesChange(entry, choice)
        return { value: choice, label: t(`preview.filters.${choice}`, { number: countOf(entries, matches) }), matches }
      }),
    [t, entries],
  )
  const textOf = useCallback((entry: IamPlanEntry) => planText(t, entry), [t])
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
      <EntryList
        label={t('preview.list')}
        entries={entries}
        column={column}
        filter={{ label: t('preview.change'), choices }}
        textOf={textOf}
        onOpen={(entry) => (hasDetails(entry) ? () => open('details', entry) : undefined)}
        actions={actions}
        empty={{ title: t('preview.empty'), hint: t('preview.emptyHint') }}
      />
      {dialog}
    </ListPage>
  )
}

/** What must not be overlooked in a long table. */
function Warnings({ entries }: { entries: readonly IamPlanEntry[] }) {
  const t = useTexts('iamBackup')
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
  const t = useTexts('iamBackup')
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
