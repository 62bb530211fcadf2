import { watchErrorLog } from '@cooperage/contract'
import { Button, NativeSelect } from '@mantine/core'
import { IconFileSearch, IconFileText, IconPlugConnected } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { FAILED_YESTERDAY_PATH } from '../navigation/paths/logs.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ListPage, Toolbar } from '../shared/ListPage.tsx'
import { LiveControls, LiveFooter, LiveNotes } from '../shared/live/LiveControls.tsx'
import { useLiveLog } from '../shared/live/use-live-log.ts'
import { NoMatch } from '../shared/NoMatch.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { compareNames } from '../shared/text/intl.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { type LoggedEntry, matches, messageOf } from './entry.ts'
import { EntryDetails } from './index.ts'
import classes from './logs.module.css'

const idOf = ({ id }: LoggedEntry) => String(id)
const ANYTHING = { search: '', level: '' }

/** The log of the servers, live (spec object-browser-and-tools 2, Logs page). */
export function ErrorLogs({ tabs, hasSearch }: { tabs: ReactNode; hasSearch: boolean }) {
  const t = useTexts(['logs', 'shell'])
  const log = useLiveLog(watchErrorLog)
  const { messages: entries, isRunning, start } = log
  const [filter, setFilter] = useState(ANYTHING)
  const { open, dialog } = useDialogs({
    details: (close, entry: LoggedEntry) => <EntryDetails entry={entry} onClose={close} />,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once, with the page
  useEffect(() => start({}), [])

  const shown = useMemo(() => entries.filter((entry) => matches(entry, filter)), [entries, filter])
  const levels = useMemo(
    () => [...new Set(entries.map(({ level }) => level))].filter(Boolean).sort(compareNames),
    [entries],
  )
  const columns = useMemo<Column<LoggedEntry>[]>(
    () => [
      {
        id: 'message',
        header: t('columns.message'),
        width: 'minmax(220px, 3fr)',
        cell: (entry) => <bdi>{plainName(messageOf(entry))}</bdi>,
      },
      {
        id: 'level',
        header: t('columns.level'),
        width: '90px',
        text: ({ level }) => level,
        cell: ({ level }) => (
          <span data-level={level.toLowerCase()} className={classes.level}>
            {level}
          </span>
        ),
      },
      {
        id: 'time',
        header: t('columns.time'),
        width: '205px',
        compare: (a, b) => a.id - b.id,
        cell: ({ time }) => <Timestamp iso={time} isExact />,
      },
      {
        id: 'source',
        header: t('columns.source'),
        width: 'minmax(120px, 1fr)',
        text: ({ api }) => api.name,
      },
      {
        id: 'node',
        header: t('columns.node'),
        width: '150px',
        text: ({ node }) => node,
      },
    ],
    [t],
  )
  const isFiltered = entries.length > 0 && (filter.search !== '' || filter.level !== '')
  const empty = <EmptyState icon={IconFileText} title={t('empty')} hint={t('emptyHint')} />
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')}>
        {hasSearch && (
          <Button
            variant="default"
            leftSection={<IconFileSearch size={16} />}
            component={AppLink}
            to={FAILED_YESTERDAY_PATH}
          >
            {t('shell:palette.failedYesterday')}
          </Button>
        )}
        {!isRunning && (
          <Button leftSection={<IconPlugConnected size={16} />} onClick={() => start({})}>
            {t('reconnect')}
          </Button>
        )}
      </PageHeader>
      {tabs}
      <Toolbar>
        <SearchBox
          label={t('search')}
          value={filter.search}
          onChange={(search) => setFilter((before) => ({ ...before, search }))}
        />
        <NativeSelect
          aria-label={t('level')}
          value={filter.level}
          onChange={({ currentTarget: { value } }) => setFilter((before) => ({ ...before, level: value }))}
          data={[{ value: '', label: t('anyLevel') }, ...levels]}
        />
        <LiveControls log={log} shown={shown} fileName="error-log.jsonl" />
      </Toolbar>
      <LiveNotes log={log} action="admin:ConsoleLog" />
      <DataTable
        id="logs"
        label={t('errorLogs')}
        columns={columns}
        rows={shown}
        rowId={idOf}
        rowName={messageOf}
        onOpen={(entry) => () => open('details', entry)}
        isLoading={false}
        instead={isFiltered ? <NoMatch search={filter.search || filter.level} /> : empty}
      />
      <LiveFooter log={log} count={t('count', { count: shown.length, number: formatCount(shown.length) })} />
      {dialog}
    </ListPage>
  )
}
