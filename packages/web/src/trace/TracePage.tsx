import '../messages/en/trace.ts'
import { Button } from '@mantine/core'
import { IconDownload, IconEraser, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListFooter, ListPage, Toolbar } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { saveFile } from '../shared/save-file.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { CallTable } from './CallTable.tsx'
import { KEPT_CALLS, type LoggedCall } from './call-log.ts'
import { CallDetails } from './dialogs.ts'
import { StatisticsTable } from './StatisticsTable.tsx'
import classes from './Trace.module.css'
import { TraceFilters } from './TraceFilters.tsx'
import { FIRST_FORM, traceQuery } from './trace-query.ts'
import { useCallLog } from './use-call-log.ts'

const VIEWS = ['calls', 'statistics'] as const

/** Calls of the storage server as they happen (spec object-browser-and-tools 2, Trace page). */
export function TracePage() {
  const { t } = useTranslation('trace')
  usePageTitle(t('title'))
  const [form, setForm] = useState(FIRST_FORM)
  const [search, setSearch] = useState('')
  const [view, setView] = useState<(typeof VIEWS)[number]>('calls')
  const [open, setOpen] = useState<LoggedCall>()
  const { calls, isRunning, isPaused, isConnected, waiting, received, dropped, failure, ...log } = useCallLog()
  const shown = useMemo(() => calls.filter((call) => contains(call, search.toLowerCase())), [calls, search])
  const download = () => {
    const lines = shown.map(({ id: _, ...call }) => `${JSON.stringify(call)}\n`).reverse()
    saveFile('trace.jsonl', new Blob(lines, { type: 'application/jsonl' }))
  }
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')}>
        {isRunning ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} stroke={1.7} />} onClick={log.stop}>
            {t('stop')}
          </Button>
        ) : (
          <ExplainedButton
            leftSection={<IconPlayerPlay size={16} stroke={1.7} />}
            disabledReason={form.kinds.length === 0 ? t('noKind') : undefined}
            onClick={() => log.start({ query: traceQuery(form) })}
          >
            {t('start')}
          </ExplainedButton>
        )}
      </PageHeader>
      <TraceFilters
        form={form}
        isLocked={isRunning}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <fieldset className={classes.views}>
          <legend className={classes.legend}>{t('tabs.label')}</legend>
          {VIEWS.map((one) => (
            <Button
              key={one}
              variant={one === view ? 'light' : 'default'}
              aria-pressed={one === view}
              onClick={() => setView(one)}
            >
              {t(`tabs.${one}`)}
            </Button>
          ))}
        </fieldset>
        <Button
          variant="default"
          leftSection={
            isPaused ? <IconPlayerPlay size={16} stroke={1.7} /> : <IconPlayerPause size={16} stroke={1.7} />
          }
          disabled={!isRunning && !isPaused}
          onClick={log.togglePause}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconEraser size={16} stroke={1.7} />}
          disabled={received === 0}
          onClick={log.clear}
        >
          {t('clear')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.7} />}
          disabled={shown.length === 0}
          onClick={download}
        >
          {t('download')}
        </Button>
      </Toolbar>
      <div role="status" className={classes.notes}>
        {failure !== undefined && <WarningNote>{t(`failures.${failureOf(failure)}`)}</WarningNote>}
        {dropped > 0 && <WarningNote>{t('dropped', { count: dropped, number: formatCount(dropped) })}</WarningNote>}
        {isPaused && waiting > 0 && (
          <WarningNote>{t('paused', { count: waiting, number: formatCount(waiting) })}</WarningNote>
        )}
      </div>
      {view === 'calls' ? (
        <CallTable calls={shown} isRunning={isRunning} search={calls.length > 0 ? search : ''} onOpen={setOpen} />
      ) : (
        <StatisticsTable calls={shown} />
      )}
      <ListFooter>
        {t('count', { count: shown.length, number: formatCount(shown.length) })}
        {received > KEPT_CALLS && ` · ${t('oldest', { number: formatCount(KEPT_CALLS) })}`}
        {isRunning && !isConnected && ` · ${t('connecting')}`}
      </ListFooter>
      <Suspense>{open && <CallDetails call={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </ListPage>
  )
}

function contains({ api, path, client, host, error, statusCode, query }: LoggedCall, wanted: string): boolean {
  return (
    wanted === '' ||
    [api, path, client, host, error, query, String(statusCode)].some((text) => text.toLowerCase().includes(wanted))
  )
}

function failureOf(code: string): 'denied' | 'noSocket' | 'other' {
  if (code === 'AccessDenied') return 'denied'
  return code === '' ? 'noSocket' : 'other'
}
