import { SpokenAtIntervals } from '../shared/live/SpokenAtIntervals.tsx'
import '../messages/en/log-search.ts'
import { downloadLogs, downloadLogsAsJson, getLogStore, type LogRecord, listAccessSubjects } from '@cooperage/contract'
import { Button, TextInput } from '@mantine/core'
import { IconDownload, IconFileSearch, IconFilter, IconHelpCircle, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentSearch, useNavigation } from '../navigation/navigation.ts'
import { localMinute, logsPath } from '../navigation/paths/logs.ts'
import { simulatorPath } from '../navigation/paths/policies.ts'
import { callUrl } from '../shared/api/call.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { explained } from '../shared/ExplainedButton.tsx'
import { DateTimeField } from '../shared/fields/DateTimeField.tsx'
import { ListFooter, ListPage, Toolbar } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { LiveFilters } from '../shared/live/LiveFilters.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import type { RowAction } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { adviceOf, explainedRequest, isExplainable } from './explained-request.ts'
import { RecordDetails, SetUpDialog } from './index.ts'
import { LogHistogram } from './LogHistogram.tsx'
import classes from './logs.module.css'
import { recordColumns } from './record-columns.tsx'
import { SavedSearches } from './SavedSearches.tsx'
import {
  criteriaOf,
  FIRST_FIELDS,
  type LogCriteria,
  literally,
  MORE_FIELDS,
  problemOf,
  type SearchForm,
  yesterday,
} from './search-form.ts'
import { formOfText, textOfForm } from './search-text.ts'
import { suggestionsFor } from './suggestions.ts'
import { useLogRecords } from './use-log-records.ts'

/** Whether entries can be stored is shown while the page is open. */
const STORE_REFRESH_MS = 15_000
const SUBJECTS_STALE_MS = 30_000

const idOf = ({ id }: LogRecord) => id
const nameOf = ({ api_name, bucket, object }: LogRecord) => [api_name, bucket, object].filter(Boolean).join(' ')

/** The audit log (spec object-browser-and-tools 2 and 4, Logs Search). */
export function LogSearch({ tabs }: { tabs: ReactNode }) {
  const t = useTexts(['logSearch', 'shared'])
  const asked = useCurrentSearch()
  const { replace } = useNavigation()
  const [text, setText] = useState(asked)
  const [form, setForm] = useState(() => formOfText(asked, new Date()).form)
  const [search, setSearch] = useState({ form, order: 'timeDesc' as LogCriteria['order'], run: 0, follows: false })
  const [showsMore, setShowsMore] = useState(false)
  const criteria = useMemo(() => criteriaOf(search.form, search.order), [search])
  const { query, records, more } = useLogRecords(criteria, search.run, search.follows)
  const store = useApiQuery(getLogStore, {}, { refreshMs: STORE_REFRESH_MS })
  const columns = useMemo(() => recordColumns(t), [t])
  const misread = formOfText(text, new Date()).problem
  const problem = problemOf(form)
  const listId = useId()
  /** The box and the filters say the same. */
  const change = (wanted: SearchForm) => {
    setForm(wanted)
    setText(textOfForm(wanted))
  }
  const type = (typed: string) => {
    setText(typed)
    const parsed = formOfText(typed, new Date())
    if (parsed.problem === undefined) setForm(parsed.form)
  }
  const searchFor = (wanted: SearchForm, words = textOfForm(wanted)) => {
    setForm(wanted)
    setText(words)
    if (problemOf(wanted) !== undefined) return
    setSearch((before) => ({ ...before, form: wanted, run: before.run + 1 }))
    replace(logsPath('search', words))
  }
  /** Shows the latest entries, and those that arrive. */
  const follow = () => {
    searchFor({ ...form, end: '' })
    setSearch((before) => ({ ...before, order: 'timeDesc', follows: true }))
  }
  const searchForText = (words: string) => searchFor(formOfText(words, new Date()).form, words)
  // A link to another search, from a page that stays open.
  const [lastAsked, setLastAsked] = useState(asked)
  if (asked !== lastAsked) {
    setLastAsked(asked)
    if (asked !== text) {
      const wanted = formOfText(asked, new Date()).form
      setForm(wanted)
      setText(asked)
      setSearch((before) => ({ ...before, form: wanted, run: before.run + 1 }))
    }
  }
  const { open, dialog } = useDialogs({
    details: (close, record: LogRecord) => (
      <RecordDetails
        record={record}
        onFilter={(field, value) => {
          close()
          searchFor({ ...form, filters: { ...form.filters, [field]: literally(value) } })
        }}
        onClose={close}
      />
    ),
    setUp: (close) => <SetUpDialog onClose={close} />,
  })
  const { data: subjects } = useApiQuery(
    listAccessSubjects,
    {},
    { staleTime: SUBJECTS_STALE_MS, enabled: records.some(isExplainable) },
  )
  const actions = useMemo<RowAction<LogRecord>[]>(
    () => [
      {
        id: 'explain',
        label: t('shared:explain.open'),
        icon: IconHelpCircle,
        appliesTo: isExplainable,
        to: (record) => simulatorPath(explainedRequest(record, subjects?.serviceAccounts ?? [])),
      },
      {
        id: 'advice',
        label: t('shared:explain.open'),
        icon: IconHelpCircle,
        appliesTo: (record) => adviceOf(record) !== undefined,
        onSelect: (record) => open('details', record),
      },
    ],
    [t, open, subjects],
  )
  const isYesterday = form.start !== '' && form.start === yesterday(new Date()).start
  const quick = [
    { id: 'errors', isOn: form.onlyErrors, change: { onlyErrors: !form.onlyErrors } },
    { id: 'yesterday', isOn: isYesterday, change: isYesterday ? { start: '', end: '' } : yesterday(new Date()) },
    { id: 'console', isOn: form.hidesConsole, change: { hidesConsole: !form.hidesConsole } },
    { id: 'background', isOn: form.showsBackground, change: { showsBackground: !form.showsBackground } },
  ] as const
  const { data, error, isPending, isFetching, refetch } = query
  const failure = error ?? store.error
  const hasEntries = store.data !== undefined && store.data.latest !== ''
  const fields = showsMore ? [...FIRST_FIELDS, ...MORE_FIELDS] : FIRST_FIELDS
  const time = (name: 'start' | 'end') => (
    <DateTimeField label={t(name)} value={form[name]} onChange={(value) => change({ ...form, [name]: value })} />
  )
  const counted = { count: records.length, number: formatCount(records.length) }
  const count =
    data === undefined ? '' : t(search.follows ? 'latest' : query.hasNextPage ? 'countSoFar' : 'count', counted)
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')}>
        {store.data && (
          <Button variant="default" onClick={() => open('setUp')}>
            {t('setUp.open')}
          </Button>
        )}
      </PageHeader>
      {tabs}
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault()
          if (misread === undefined) searchFor(form, text)
        }}
      >
        <TextInput
          label={t('box')}
          placeholder={t('boxExample')}
          error={misread && t('misread', { word: misread.word })}
          list={listId}
          autoCapitalize="off"
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
        <datalist id={listId}>
          {suggestionsFor(text, records).map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
        <LiveFilters label={t('filters')} lockedReason={undefined}>
          {fields.map((field) => (
            <TextInput
              key={field}
              label={t(`fields.${field}`)}
              placeholder={t(`examples.${field}`)}
              // Names of buckets and objects aren't prose.
              autoCapitalize="off"
              value={form.filters[field]}
              onChange={({ currentTarget: { value } }) =>
                change({ ...form, filters: { ...form.filters, [field]: value } })
              }
            />
          ))}
          {time('start')}
          {time('end')}
        </LiveFilters>
        <Toolbar>
          <Button
            type="submit"
            leftSection={<IconSearch size={16} />}
            {...explained(misread ? t('misread', { word: misread.word }) : problem && t(`problems.${problem}`))}
          >
            {t('getInformation')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFilter size={16} />}
            aria-expanded={showsMore}
            onClick={() => setShowsMore(!showsMore)}
          >
            {t(showsMore ? 'fewerFilters' : 'moreFilters')}
          </Button>
          <Button
            component="a"
            variant="default"
            href={callUrl(downloadLogs, { query: criteria })}
            download
            leftSection={<IconDownload size={16} />}
          >
            {t('download')}
          </Button>
          <Button
            component="a"
            variant="default"
            href={callUrl(downloadLogsAsJson, { query: criteria })}
            download
            leftSection={<IconDownload size={16} />}
          >
            {t('downloadJson')}
          </Button>
          <SavedSearches text={text} onChoose={searchForText} />
          <fieldset className={`${layout.group} ${layout.row}`} aria-label={t('quick.label')}>
            {quick.map(({ id, isOn, change }) => (
              <Button
                key={id}
                size="xs"
                variant={isOn ? 'light' : 'default'}
                aria-pressed={isOn}
                onClick={() => searchFor({ ...form, ...change })}
              >
                {t(`quick.${id}`)}
              </Button>
            ))}
            <Button
              size="xs"
              variant={search.follows ? 'light' : 'default'}
              aria-pressed={search.follows}
              onClick={() => (search.follows ? setSearch({ ...search, follows: false }) : follow())}
            >
              {t('quick.live')}
            </Button>
          </fieldset>
          <span role="alert" className={layout.bad}>
            {problem && t(`problems.${problem}`)}
          </span>
        </Toolbar>
      </form>
      {store.data?.setAside && <WarningNote>{t('setAside', { file: store.data.setAside })}</WarningNote>}
      {store.data?.problem && <WarningNote>{t(`storing.${store.data.problem}`)}</WarningNote>}
      {data !== undefined && failure && (
        <StaleNotice error={failure} onRetry={error ? more : () => void store.refetch()} />
      )}
      <LogHistogram
        criteria={criteria}
        run={search.run}
        follows={search.follows}
        onNarrow={(start, end) =>
          searchFor({
            ...form,
            start: localMinute(Math.floor(start / 60_000) * 60),
            end: localMinute(Math.ceil(end / 60_000) * 60),
          })
        }
      />
      <DataTable
        id="log-search"
        label={t('tab')}
        columns={columns}
        rows={records}
        rowId={idOf}
        rowName={nameOf}
        onOpen={(record) => () => open('details', record)}
        actions={actions}
        sortedBy={{
          sorting: { columnId: 'time', descending: search.order === 'timeDesc' },
          onSort: () =>
            setSearch((before) => ({
              ...before,
              order: before.order === 'timeDesc' ? 'timeAsc' : 'timeDesc',
              follows: false,
            })),
        }}
        onNearEnd={more}
        isLoading={isPending}
        instead={
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : (
            <EmptyState icon={IconFileSearch} title={t('empty')} hint={hasEntries ? t('emptyHint') : t('nothingYet')} />
          )
        }
      />
      <ListFooter isSilent={search.follows}>
        {count}
        {search.follows && <SpokenAtIntervals text={count} isBusy />}
      </ListFooter>
      {dialog}
    </ListPage>
  )
}
