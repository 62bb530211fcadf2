import { type AccountSession, listAccountSessions } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconDevices, IconLogout } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { Toolbar } from '../shared/ListPage.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { formatDate } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import classes from './AccountPage.module.css'
import { SignOutEverywhereDialog } from './index.ts'

const NONE: readonly AccountSession[] = []
const keyOf = ({ accessKey }: AccountSession) => accessKey
const byTime = (a: AccountSession, b: AccountSession) => (a.keysExpireAt < b.keysExpireAt ? -1 : 1)

/** The temporary keys of the visitor's account, and the way to revoke them all. */
export function SessionList() {
  const { t } = useTranslation(['account', 'shell'])
  const session = useSession()
  const list = useApiQuery(listAccountSessions, {})
  const [isEnding, setEnding] = useState(false)
  const rows = useMemo(
    () => (list.data?.sessions ?? NONE).toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || -byTime(a, b)),
    [list.data],
  )
  const columns = useMemo<Column<AccountSession>[]>(
    () => [
      {
        id: 'accessKey',
        header: t('sessions.columns.accessKey'),
        width: 'minmax(260px, 1fr)',
        cell: ({ accessKey, isCurrent }) => (
          <>
            <ObjectName name={accessKey} />
            {isCurrent && <span className={classes.current}>{t('sessions.current')}</span>}
          </>
        ),
      },
      {
        id: 'expiry',
        header: t('sessions.columns.expiry'),
        width: '220px',
        isNamedOnPhone: true,
        compare: byTime,
        cell: ({ keysExpireAt }) => <Timestamp iso={keysExpireAt} />,
      },
    ],
    [t],
  )
  return (
    <>
      <div className={classes.note}>
        {session && (
          <p>
            {t('sessions.end', { way: t(`shell:ways.${session.way}`, session), time: formatDate(session.expiresAt) })}
          </p>
        )}
        <p>{t(list.data?.isComplete === false ? 'sessions.incomplete' : 'sessions.what')}</p>
      </div>
      <Toolbar>
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
        <Button ml="auto" variant="default" leftSection={<IconLogout size={16} />} onClick={() => setEnding(true)}>
          {t('everywhere.action')}
        </Button>
      </Toolbar>
      <QueryTable
        query={list}
        label={t('sessions.list')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={keyOf}
        empty={<EmptyState icon={IconDevices} title={t('sessions.empty')} />}
        count={t('sessions.count', { count: rows.length })}
      />
      {isEnding && <SignOutEverywhereDialog onClose={() => setEnding(false)} />}
    </>
  )
}
