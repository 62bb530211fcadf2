import { findLastSeen, LAST_SEEN_LIMIT, LOG_SEARCH_FEATURE, type User } from '@cooperage/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { userPath } from '../navigation/paths/users.ts'
import { useHasIam, useSession } from '../session/index.ts'
import { createBatchLoader } from '../shared/api/batch-loader.ts'
import { call } from '../shared/api/call.ts'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { byFact } from '../shared/table/by-fact.ts'
import type { Column } from '../shared/table/columns.tsx'
import { FactCell, factQuery } from '../shared/table/FactCell.tsx'
import { formatDate } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { Unknown } from '../shared/text/Unknown.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './users.module.css'

/** The columns of the list. Cells are plain text: the list can have thousands of rows. */
export function useUserColumns(own: string | undefined): Column<User>[] {
  const t = useTexts('users')
  const hasIam = useHasIam()
  const client = useQueryClient()
  const searchesLogs = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  return useMemo(
    () => [
      {
        id: 'accessKey',
        header: t(hasIam ? 'columns.userName' : 'columns.accessKey'),
        width: 'minmax(200px, 1.2fr)',
        name: ({ accessKey }) => accessKey,
        cell: ({ accessKey }) => (
          <>
            <AppLink to={userPath(accessKey)} tabIndex={-1}>
              <ObjectName name={accessKey} />
            </AppLink>
            {accessKey === own && <span className={classes.own}>{t('you')}</span>}
          </>
        ),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '136px',
        text: ({ status }) => status,
        cell: ({ status }) => <StateMark tone={status === 'enabled' ? 'good' : 'muted'} text={t(`status.${status}`)} />,
      },
      {
        id: 'policies',
        header: t('columns.policies'),
        width: 'minmax(140px, 1fr)',
        isNamedOnPhone: true,
        onPhone: 'shortened',
        text: ({ policy }) => policy.join(),
        cell: ({ policy }) => <Names names={policy} none={t('none')} />,
      },
      {
        id: 'groups',
        header: t('columns.groups'),
        width: 'minmax(140px, 1fr)',
        onPhone: 'hidden',
        text: ({ memberOf }) => memberOf.join(),
        cell: ({ memberOf }) => <Names names={memberOf} none={t('none')} />,
      },
      // IAM doesn't report it.
      ...(hasIam ? [] : [updatedColumn(t('columns.updated'), t('never'))]),
      ...(searchesLogs ? [lastSeenColumn(client, t('columns.lastSeen'))] : []),
    ],
    [t, client, own, hasIam, searchesLogs],
  )
}

function updatedColumn(header: string, never: string): Column<User> {
  return {
    id: 'updated',
    header,
    width: '190px',
    onPhone: 'hidden',
    text: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) =>
      updatedAt === '' ? <span className={layout.muted}>{never}</span> : <Timestamp iso={updatedAt} />,
  }
}

/** The last request with any key of a user, as far as the audit log goes back. */
function lastSeenColumn(client: QueryClient, header: string): Column<User> {
  const loader = createBatchLoader({
    waitMs: 0,
    atMost: LAST_SEEN_LIMIT,
    call: async (names: string[], signal) => {
      const { users, since } = await call(findLastSeen, { body: { users: names } }, signal)
      const times = new Map(users.map(({ name, time }) => [name, time]))
      return names.map((name) => ({ time: times.get(name) ?? '', since, unread: null }))
    },
  })
  const cachedAs = (name: string) => [findLastSeen.id, name] as const
  return {
    id: 'lastSeen',
    header,
    width: '190px',
    onPhone: 'hidden',
    isHiddenAtFirst: true,
    isLargestFirst: true,
    ...byFact(
      client,
      ({ accessKey }) => factQuery(cachedAs(accessKey), accessKey, loader),
      ({ time }) => time,
    ),
    cell: ({ accessKey }) => (
      <FactCell
        cachedAs={cachedAs(accessKey)}
        item={accessKey}
        loader={loader}
        show={({ time, since }) => (time === '' ? <NotSeen since={since} /> : <RelativeTime iso={time} />)}
      />
    ),
  }
}

function NotSeen({ since }: { since: string }) {
  const t = useTexts('users')
  return <Unknown reason={since === '' ? t('noEntries') : t('notSeen', { date: formatDate(since) })} />
}

function Names({ names, none }: { names: readonly string[]; none: string }) {
  if (names.length === 0) return <span className={layout.muted}>{none}</span>
  const text = plainName(names.join(', '))
  return <bdi title={text}>{text}</bdi>
}
