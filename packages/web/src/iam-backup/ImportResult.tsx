import { IAM_OUTCOMES, type IamImportResult, type IamOutcome, type IamResultEntry } from '@cooperage/contract'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCheck,
  IconDownload,
  IconMinus,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { saveFile } from '../shared/save-file.ts'
import type { Column } from '../shared/table/columns.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { EntryList } from './EntryList.tsx'
import { countOf, resultText } from './entry-text.ts'
import classes from './iam-backup.module.css'
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
  const t = useTexts('iamBackup')
  const { entries, stopped } = result
  const column = useMemo<Column<IamResultEntry>>(
    () => ({
      id: 'outcome',
      header: t('result.outcome'),
      width: '170px',
      compare: (a, b) => IAM_OUTCOMES.indexOf(a.outcome) - IAM_OUTCOMES.indexOf(b.outcome),
      cell: (entry) => <OutcomeMark outcome={entry.outcome} />,
    }),
    [t],
  )
  const choices = useMemo(
    () => [
      { value: '', label: t('result.all', { number: formatCount(entries.length) }), matches: () => true },
      ...IAM_OUTCOMES.map((outcome) => {
        const matches = (entry: IamResultEntry) => entry.outcome === outcome
        return { value: outcome, label: `${t(`result.outcomes.${outcome}`)} (${countOf(entries, matches)})`, matches }
      }),
    ],
    [t, entries],
  )
  const textOf = useCallback((entry: IamResultEntry) => resultText(t, entry), [t])
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
      <EntryList
        label={t('result.list')}
        entries={entries}
        column={column}
        filter={{ label: t('result.outcome'), choices }}
        textOf={textOf}
        empty={{ title: t('result.nothing'), hint: t('result.nothingHint') }}
      />
    </ListPage>
  )

  function saveReport(): void {
    const report = { archive: fileName, time: new Date().toISOString(), ...result }
    const content = new Blob([JSON.stringify(report, undefined, 2)], { type: 'application/json' })
    saveFile(`iam-import-report-${report.time.slice(0, 10)}.json`, content)
  }
}

function OutcomeMark({ outcome }: { outcome: IamOutcome }) {
  const t = useTexts('iamBackup')
  const { tone, Icon } = LOOKS[outcome]
  return (
    <span className={classes.change} data-tone={tone}>
      <Icon size={16} aria-hidden="true" />
      {t(`result.outcomes.${outcome}`)}
    </span>
  )
}
