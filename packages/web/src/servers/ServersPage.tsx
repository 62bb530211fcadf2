import '../messages/en/added-servers.ts'
import '../messages/en/alerts.ts'
import '../messages/en/servers.ts'
import { type AddedServer, listServers, type ServerLabel } from '@cooperage/contract'
import { Button } from '@mantine/core'
import {
  IconArrowsDiff,
  IconExternalLink,
  IconLogin2,
  IconPencil,
  IconPlus,
  IconRefreshDot,
  IconServer2,
  IconTransferOut,
  IconTrash,
} from '@tabler/icons-react'
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { bucketPath } from '../navigation/paths/buckets.ts'
import { migratePath, syncPath } from '../navigation/paths/pages.ts'
import { serverBase } from '../navigation/server-paths.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { LanguageMenu } from '../shared/LanguageMenu.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { Logo } from '../shared/Logo.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { ThemeToggle } from '../shared/ThemeToggle.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { compareNames } from '../shared/text/intl.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { nameList } from '../shared/text/punctuation.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { AddedServerDialog } from './AddedServerDialog.tsx'
import { RemoveServerDialog } from './RemoveServerDialog.tsx'
import { ServerTitle } from './ServerTitle.tsx'
import {
  byAttention,
  drivesOf,
  loadServer,
  notListedBy,
  otherSites,
  type ServerRow,
  type ServerState,
  type State,
} from './server-state.ts'
import classes from './servers.module.css'
import { useAddedServers } from './use-added-servers.ts'

const REFRESH_MS = 30_000
/** Of buckets that the search finds. */
const SHOWN_BUCKETS = 50
const TONES: Record<State, Tone> = {
  unreachable: 'bad',
  degraded: 'warn',
  attention: 'warn',
  loading: 'muted',
  online: 'good',
  signedOut: 'muted',
}
const NONE: readonly ServerLabel[] = []
const textsOf = ({ title, name, buckets = [] }: ServerRow) => [title, name, ...buckets]

/** The state of all storage servers, each asked in the visitor's own session there. */
export function ServersPage() {
  const t = useTexts(['servers', 'shared', 'addedServers'])
  usePageTitle(t('title'))
  const client = useQueryClient()
  const list = useApiQuery(listServers, {}, {})
  const rows = useServerRows(list.data?.servers ?? NONE)
  const [wanted, setWanted] = useState('')
  const columns = useColumns(rows)
  const main = list.data?.main ?? ''
  const added = useAddedServers(main)
  const { open, dialog } = useDialogs({
    edit: (close, server: AddedServer | undefined) => <AddedServerDialog main={main} server={server} onClose={close} />,
    remove: (close, server: AddedServer) => <RemoveServerDialog main={main} server={server} onClose={close} />,
  })
  const actions = useMemo<RowAction<ServerRow>[]>(() => {
    const addedOf = ({ name }: ServerRow) => added?.find((one) => one.name === name)
    const onAdded = (id: 'edit' | 'remove', icon: RowAction<ServerRow>['icon']): RowAction<ServerRow> => ({
      id,
      label: t(`addedServers:${id}`),
      icon,
      appliesTo: (row) => addedOf(row) !== undefined,
      onSelect: (row) => {
        const server = addedOf(row)
        if (server) open(id, server)
      },
    })
    return [
      {
        id: 'open',
        label: t('open'),
        icon: IconExternalLink,
        appliesTo: ({ state }) => state !== 'signedOut',
        onSelect: openServer,
      },
      {
        id: 'signIn',
        label: t('signIn'),
        icon: IconLogin2,
        appliesTo: ({ state }) => state === 'signedOut',
        onSelect: openServer,
      },
      {
        id: 'migrate',
        label: t('migrate'),
        icon: IconTransferOut,
        appliesTo: ({ session }) => session?.pages.includes(migratePath()) === true,
        onSelect: ({ name }) => window.location.assign(serverBase(name) + migratePath().slice(1)),
      },
      {
        id: 'sync',
        label: t('sync'),
        icon: IconRefreshDot,
        appliesTo: ({ session }) => session?.pages.includes(syncPath()) === true,
        onSelect: ({ name }) => window.location.assign(serverBase(name) + syncPath().slice(1)),
      },
      onAdded('edit', IconPencil),
      onAdded('remove', IconTrash),
    ]
  }, [t, added, open])
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={24} />
          {t('shared:product')}
        </span>
        <span className={layout.row}>
          <LanguageMenu />
          <ThemeToggle />
        </span>
      </header>
      <main className={classes.main}>
        <ListPage>
          <PageHeader title={t('title')} below={t('purpose')}>
            {added && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => open('edit', undefined)}>
                {t('addedServers:add')}
              </Button>
            )}
          </PageHeader>
          <ResourceList
            id="servers"
            query={list}
            label={t('list')}
            columns={columns}
            rows={rows}
            rowId={({ name }) => name}
            rowName={({ title }) => title}
            onOpen={(row) => () => openServer(row)}
            actions={actions}
            search={{ label: t('search'), texts: textsOf, onChange: setWanted }}
            onRefresh={() => void client.invalidateQueries()}
            empty={{ icon: IconServer2, title: t('empty'), hint: t('emptyHint') }}
            above={<FoundBuckets rows={rows} wanted={wanted} />}
            count={(count) => t('count', { count })}
          />
          {dialog}
        </ListPage>
      </main>
    </div>
  )
}

function openServer({ name, state }: ServerRow): void {
  window.location.assign(serverBase(name) + (state === 'signedOut' ? 'login' : ''))
}

function useServerRows(labels: readonly ServerLabel[]): readonly ServerRow[] {
  const states = useQueries({
    queries: labels.map(({ name }) => ({
      queryKey: ['server', name],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadServer(name, signal),
      refetchInterval: REFRESH_MS,
      retry: false,
    })),
    combine: (results: UseQueryResult<ServerState>[]) => results.map((one) => [one.data, one.dataUpdatedAt] as const),
  })
  return useMemo(() => {
    const rows = labels.map((label, at): ServerRow => {
      const [state = { state: 'loading' as const, problem: '' }, loadedAt = 0] = states[at] ?? []
      return { ...label, ...state, loadedAt: loadedAt === 0 ? '' : new Date(loadedAt).toISOString() }
    })
    return byAttention(rows, compareNames)
  }, [labels, states])
}

function useColumns(rows: readonly ServerRow[]): readonly Column<ServerRow>[] {
  const t = useTexts('servers')
  return useMemo(() => {
    const count = (id: 'buckets' | 'objects', numberOf: (row: ServerRow) => number | undefined): Column<ServerRow> => ({
      id,
      header: t(`columns.${id}`),
      width: '114px',
      align: 'end',
      onPhone: 'hidden',
      cell: (row) => {
        const number = numberOf(row)
        return number === undefined ? '' : formatCount(number)
      },
      compare: (a, b) => (numberOf(a) ?? -1) - (numberOf(b) ?? -1),
    })
    return [
      {
        id: 'server',
        header: t('columns.server'),
        width: 'minmax(180px, 2fr)',
        cell: (row) => <ServerAndSites row={row} rows={rows} />,
        compare: (a, b) => compareNames(a.title, b.title),
      },
      {
        id: 'state',
        header: t('columns.state'),
        width: 'minmax(190px, 2fr)',
        cell: ({ state, problem }) => (
          <span title={problem || undefined}>
            <StateMark tone={TONES[state]} text={t(`states.${state}`)} />
            {problem && <span className={classes.problem}>{problem}</span>}
          </span>
        ),
      },
      {
        id: 'product',
        header: t('columns.product'),
        width: '120px',
        text: ({ session }) => session?.product ?? '',
      },
      {
        id: 'account',
        header: t('columns.account'),
        width: 'minmax(130px, 2fr)',
        name: ({ session }) => session?.displayName ?? '',
      },
      count('buckets', ({ buckets }) => buckets?.length),
      count('objects', ({ info }) => info?.objects),
      {
        id: 'usage',
        header: t('columns.usage'),
        width: '110px',
        align: 'end',
        cell: ({ info }) => info && <Bytes bytes={info.usage} />,
        compare: (a, b) => (a.info?.usage ?? -1) - (b.info?.usage ?? -1),
      },
      {
        id: 'drives',
        header: t('columns.drives'),
        width: '120px',
        align: 'end',
        onPhone: 'hidden',
        cell: ({ info }) => info && t('drives', drivesOf(info)),
      },
      {
        id: 'loaded',
        header: t('columns.loaded'),
        width: '150px',
        onPhone: 'hidden',
        cell: ({ loadedAt }) => <RelativeTime iso={loadedAt} />,
      },
    ]
  }, [t, rows])
}

function ServerAndSites({ row, rows }: { row: ServerRow; rows: readonly ServerRow[] }) {
  const t = useTexts('servers')
  const sites = otherSites(row, rows)
  const denying = notListedBy(row, rows)
  const text = sites.length > 0 ? t('sites', { names: nameList(sites) }) : ''
  const denial = denying.length > 0 ? t('notListed', { names: nameList(denying) }) : ''
  return (
    <span>
      <ServerTitle server={row} />
      {denial && <SitesText text={denial} />}
      {text && <SitesText text={text} />}
    </span>
  )
}

function SitesText({ text }: { text: string }) {
  return (
    <span className={`${classes.problem} ${classes.sites}`} title={text}>
      {text}
    </span>
  )
}

/** The buckets of all servers whose names have what is searched for. */
function FoundBuckets({ rows, wanted }: { rows: readonly ServerRow[]; wanted: string }) {
  const t = useTexts('servers')
  const text = wanted.trim().toLowerCase()
  if (text === '') return null
  const found = rows.flatMap((row) =>
    (row.buckets ?? []).filter((name) => name.includes(text)).map((name) => ({ name, row })),
  )
  if (found.length === 0) return null
  const more = found.length - SHOWN_BUCKETS
  return (
    <section className={layout.card} aria-label={t('bucketsTitle')}>
      <h2 className={layout.subheading}>{t('bucketsTitle')}</h2>
      <ul className={classes.buckets}>
        {found.slice(0, SHOWN_BUCKETS).map(({ name, row }) => (
          <li key={`${row.name}/${name}`}>
            <a href={serverBase(row.name) + bucketPath(name).slice(1)}>
              <ObjectName name={name} />
            </a>
            <ServerTitle server={row} />
            <a
              href={serverBase(row.name) + bucketPath(name, 'compare').slice(1)}
              aria-label={t('compare', { bucket: plainName(name) })}
              title={t('compare', { bucket: plainName(name) })}
            >
              <IconArrowsDiff size={16} aria-hidden="true" />
            </a>
          </li>
        ))}
        {more > 0 && <li>{t('moreBuckets', { count: more, number: formatCount(more) })}</li>}
      </ul>
    </section>
  )
}
