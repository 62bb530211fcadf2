import { IAM_OUTCOMES, type IamImportResult, type IamOutcome, type IamResultEntry } from '@cooperage/contract'
import { Button, NativeSelect } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCheck,
  IconChecks,
  IconDownload,
  IconMinus,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ListFooter, ListPage, Toolbar } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { saveFile } from '../shared/save-file.ts'
import type { Column } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { EntryName } from './EntryName.tsx'
import { countOf, resultText } from './entry-text.ts'
import classes from './iam-backup.module.css'
import { type KindChoice, KindFilter } from './KindFilter.tsx'
import { Warning } from './Warning.tsx'

const LOOKS = {
  done: { tone: 'good', Icon: IconCheck },
  incomplete: { tone: 'warn', Icon: IconAlertTriangle },
  failed: { tone: 'bad', Icon: IconX },
  unknown: { tone: 'warn', Icon: IconQuestionMark },
  skipped: { tone: 'muted', Icon: IconMinus },
} as const

interface ImportResultProps {
  fileName: string
  result: IamImportResult
  onBack: () => void
}

/** The outcome of every entry of an import. */
export function ImportResult({ fileName, result, onBack }: ImportResultProps) {
  const { t } = useTranslation('iamBackup')
  const { entries, stopped } = result
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<KindChoice>('')
  const [outcome, setOutcome] = useState<IamOutcome | ''>('')
  const rows = useMemo(
    () =>
      entries.filter(
        (entry) =>
          (outcome === '' || entry.outcome === outcome) &&
          (kind === '' || entry.kind === kind) &&
          entry.name.includes(search),
      ),
    [entries, outcome, kind, search],
  )
  const columns = useMemo<Column<IamResultEntry>[]>(
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
        id: 'outcome',
        header: t('result.outcome'),
        width: '170px',
        compare: (a, b) => IAM_OUTCOMES.indexOf(a.outcome) - IAM_OUTCOMES.indexOf(b.outcome),
        cell: (entry) => <OutcomeMark outcome={entry.outcome} />,
      },
      {
        id: 'details',
        header: t('preview.columns.details'),
        width: 'minmax(200px, 2fr)',
        cell: (entry) => {
          const text = resultText(t, entry)
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
  const isUnknown = entries.some((entry) => entry.outcome === 'unknown')
  const isComplete = stopped === '' && entries.every((entry) => ['done', 'skipped'].includes(entry.outcome))
  const summary = t('result.summary', {
    done: countOf(entries, (entry) => entry.outcome === 'done'),
    failed: countOf(entries, (entry) => !['done', 'skipped'].includes(entry.outcome)),
    skipped: countOf(entries, (entry) => entry.outcome === 'skipped'),
  })
  return (
    <ListPage>
      <PageHeader title={t('result.title', { name: plainName(fileName) })}>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={saveReport}>
          {t('result.report')}
        </Button>
        <Button leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {t('result.again')}
        </Button>
      </PageHeader>
      <div role="status">
        {isComplete ? (
          <p className={classes.note}>
            <IconCheck size={16} aria-hidden="true" />
            <span>{t('result.complete', { summary })}</span>
          </p>
        ) : (
          <Warning>{isUnknown ? t('result.unknown') : t('result.partial', { summary })}</Warning>
        )}
      </div>
      {stopped !== '' && <Warning>{t('result.stopped', { reason: stopped })}</Warning>}
      <Toolbar>
        <SearchBox label={t('preview.search')} value={search} onChange={setSearch} />
        <div className={layout.buttons}>
          <NativeSelect
            aria-label={t('result.outcome')}
            value={outcome}
            onChange={(event) => setOutcome(IAM_OUTCOMES.find((one) => one === event.currentTarget.value) ?? '')}
            data={[
              { value: '', label: t('result.all', { number: formatCount(entries.length) }) },
              ...IAM_OUTCOMES.map((one) => ({
                value: one,
                label: `${t(`result.outcomes.${one}`)} (${countOf(entries, (entry) => entry.outcome === one)})`,
              })),
            ]}
          />
          <KindFilter value={kind} onChange={setKind} />
        </div>
      </Toolbar>
      <DataTable
        label={t('result.list')}
        columns={columns}
        rows={rows}
        rowId={(entry) => `${entry.kind} ${entry.name}`}
        rowName={({ name }) => name}
        isLoading={false}
        instead={
          <EmptyState
            icon={IconChecks}
            title={t(entries.length === 0 ? 'result.nothing' : 'preview.empty')}
            hint={t(entries.length === 0 ? 'result.nothingHint' : 'preview.noneOfKind')}
          />
        }
      />
      <ListFooter>{t('preview.count', { count: rows.length, number: formatCount(rows.length) })}</ListFooter>
    </ListPage>
  )

  function saveReport(): void {
    const report = { archive: fileName, time: new Date().toISOString(), ...result }
    const content = new Blob([JSON.stringify(report, undefined, 2)], { type: 'application/json' })
    saveFile(`iam-import-report-${report.time.slice(0, 10)}.json`, content)
  }
}

function OutcomeMark({ outcome }: { outcome: IamOutcome }) {
  const { t } = useTranslation('iamBackup')
  const { tone, Icon } = LOOKS[outcome]
  return (
    <span className={classes.change} data-tone={tone}>
      <Icon size={16} aria-hidden="true" />
      {t(`result.outcomes.${outcome}`)}
    </span>
  )
}
