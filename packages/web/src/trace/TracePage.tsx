import '../messages/en/trace.ts'
import { watchTrace } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentSearch } from '../navigation/navigation.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage, Toolbar } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { LiveControls, LiveFooter, LiveNotes } from '../shared/live/LiveControls.tsx'
import { useLiveLog } from '../shared/live/use-live-log.ts'
import { PageHeader } from '../shared/PageHeader.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { CallTable } from './CallTable.tsx'
import { CallDetails } from './index.ts'
import { StatisticsTable } from './StatisticsTable.tsx'
import type { LoggedCall } from './statistics.ts'
import { TraceFilters } from './TraceFilters.tsx'
import { FIRST_FORM, traceQuery } from './trace-query.ts'

const VIEWS = ['calls', 'statistics'] as const

/** Calls of the storage server as they happen (spec object-browser-and-tools 2, Trace page). */
export function TracePage() {
  const t = useTexts('trace')
  usePageTitle(t('title'))
  const funcname = useCurrentSearch()
  const [form, setForm] = useState({ ...FIRST_FORM, funcname })
  const [search, setSearch] = useState('')
  const [view, setView] = useState<(typeof VIEWS)[number]>('calls')
  const { open, dialog } = useDialogs({
    details: (close, call: LoggedCall) => <CallDetails call={call} onClose={close} />,
  })
  const log = useLiveLog(watchTrace)
  const { messages: calls, isRunning } = log
  const shown = useMemo(() => calls.filter((call) => contains(call, search.toLowerCase())), [calls, search])
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')}>
        {isRunning ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={log.stop}>
            {t('stop')}
          </Button>
        ) : (
          <ExplainedButton
            leftSection={<IconPlayerPlay size={16} />}
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
        <fieldset className={`${layout.group} ${layout.row}`} aria-label={t('tabs.label')}>
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
        <LiveControls log={log} shown={shown} fileName="trace.jsonl" />
      </Toolbar>
      <LiveNotes log={log} action="admin:ServerTrace" />
      {view === 'calls' ? (
        <CallTable
          calls={shown}
          isRunning={isRunning}
          search={calls.length > 0 ? search : ''}
          onOpen={(call) => open('details', call)}
        />
      ) : (
        <StatisticsTable calls={shown} />
      )}
      <LiveFooter log={log} count={t('count', { count: shown.length, number: formatCount(shown.length) })} />
      {dialog}
    </ListPage>
  )
}

function contains({ api, path, client, host, error, statusCode, query }: LoggedCall, wanted: string): boolean {
  return (
    wanted === '' ||
    [api, path, client, host, error, query, String(statusCode)].some((text) => text.toLowerCase().includes(wanted))
  )
}
