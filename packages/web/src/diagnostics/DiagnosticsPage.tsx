import '../messages/en/diagnostics.ts'
import type { DiagnosticMessage } from '@cooperage/contract'
import { Button, Switch } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconLoader2, IconPlayerPlay, IconStethoscope, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { saveFile } from '../shared/save-file.ts'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatDuration } from '../shared/text/durations.ts'
import { useNow } from '../shared/use-now.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { anonymized } from './anonymize.ts'
import classes from './diagnostics.module.css'
import { partTitle, ReportPreview } from './ReportPreview.tsx'
import { useDiagnostics } from './use-diagnostics.ts'

/** Spec object-browser-and-tools 9. */
const FILE_NAME = 'diagnostic.json'

/** Creates a health report of the servers to download (spec object-browser-and-tools 2, Diagnostic screen). */
export function DiagnosticsPage() {
  const t = useTexts('diagnostics')
  usePageTitle(t('title'))
  const [isAnonymous, setAnonymous] = useState(false)
  const { state, start, cancel } = useDiagnostics({
    onStarted: () => showNotice(t('started')),
    onReady: () => showNotice(t('ready')),
    onError: (reason) => showError({ message: t('failed'), detailedMessage: t(`failures.${failureOf(reason)}`) }),
  })
  const isBusy = state.status === 'connecting' || state.status === 'inProgress'
  const report = state.status === 'success' ? state.message.report : undefined
  const shown = useMemo(
    () => (report !== undefined && isAnonymous ? anonymized(report) : report),
    [report, isAnonymous],
  )
  const download = () => {
    if (shown === undefined) return
    saveFile(FILE_NAME, new Blob([JSON.stringify(shown, null, 2)], { type: 'application/json' }))
  }
  const empty = { idle: 'idle', connecting: undefined, canceled: 'canceled', inProgress: undefined } as const
  const hint = state.status in empty ? empty[state.status as keyof typeof empty] : undefined
  return (
    <div className={layout.page}>
      <PageHeader title={t('title')} below={t('purpose')}>
        {isBusy && (
          <Button variant="default" leftSection={<IconX size={16} />} onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
        <ExplainedButton
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          disabledReason={isBusy ? t('running') : undefined}
          onClick={start}
        >
          {t('start')}
        </ExplainedButton>
        <ExplainedButton
          leftSection={<IconDownload size={16} />}
          loading={isBusy}
          disabledReason={shown === undefined && !isBusy ? t('nothingYet') : undefined}
          onClick={download}
        >
          {t('download')}
        </ExplainedButton>
      </PageHeader>
      {hint !== undefined && <EmptyState icon={IconStethoscope} title={t(`${hint}.title`)} hint={t(`${hint}.hint`)} />}
      {state.status === 'error' && (
        <div role="alert">
          <WarningNote>{t(`failures.${failureOf(state.reason)}`)}</WarningNote>
        </div>
      )}
      {isBusy && (
        <ReportParts
          message={state.status === 'inProgress' ? state.message : undefined}
          endsBy={state.status === 'inProgress' ? state.endsBy : undefined}
        />
      )}
      {shown !== undefined && (
        <>
          <div className={layout.card}>
            <Switch
              label={t('anonymize')}
              description={t('anonymizeHint')}
              checked={isAnonymous}
              onChange={(event) => setAnonymous(event.currentTarget.checked)}
            />
          </div>
          <ReportPreview report={shown} />
        </>
      )}
    </div>
  )
}

interface ReportPartsProps {
  message: DiagnosticMessage | undefined
  /** When the report ends at the latest, in milliseconds since the epoch. */
  endsBy: number | undefined
}

/** The parts of a report that have arrived so far, of those that were asked for, and how long it can take. */
function ReportParts({ message, endsBy }: ReportPartsProps) {
  const t = useTexts('diagnostics')
  const now = useNow()
  const { parts, expected } = message ?? { parts: [], expected: 0 }
  const minutesLeft = endsBy === undefined ? 0 : Math.ceil((endsBy - now) / 60_000)
  const text = [
    ...(expected > 0 ? [t('partsOf', { number: parts.length, count: Math.max(expected, parts.length) })] : []),
    // A server sends a part when it has it, and says nothing of how long the others take.
    ...(minutesLeft > 0 ? [t('atMost', { time: formatDuration(minutesLeft * 60) })] : []),
  ].join(' · ')
  return (
    <section className={layout.card} aria-labelledby="diagnostic-progress">
      <h2 className={layout.heading} id="diagnostic-progress">
        {t('progress')}
      </h2>
      <p className={layout.note}>{text}</p>
      <ul className={classes.parts} aria-live="polite">
        {parts.map(({ name, bytes }) => (
          <li key={name}>
            <IconCircleCheck size={16} aria-hidden="true" className={layout.good} />
            {partTitle(t, name)}
            <span className={layout.muted}>
              <Bytes bytes={bytes} />
            </span>
          </li>
        ))}
        <li className={layout.muted}>
          <IconLoader2 size={16} aria-hidden="true" />
          {t('collecting')}
        </li>
      </ul>
    </section>
  )
}

function failureOf(
  code: string,
): 'AccessDenied' | 'StorageTimeout' | 'HealthReportFailed' | 'NotInThisSetup' | 'other' {
  const known = ['AccessDenied', 'StorageTimeout', 'HealthReportFailed', 'NotInThisSetup'] as const
  return known.find((one) => one === code) ?? 'other'
}
