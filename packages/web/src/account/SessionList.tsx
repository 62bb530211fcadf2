import { type AccountSession, listAccountSessions } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconDevices, IconLogout } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import type { Column } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatDate } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import classes from './account.module.css'
import { SignOutEverywhereDialog } from './index.ts'

const NONE: readonly AccountSession[] = []
const keyOf = ({ accessKey }: AccountSession) => accessKey

/** The temporary keys of the visitor's account, and the way to revoke them all. */
export function SessionList() {
  const t = useTexts(['account', 'shell'])
  const session = useSession()
  const list = useApiQuery(listAccountSessions, {})
  const { open, dialog } = useDialogs({ everywhere: (close) => <SignOutEverywhereDialog onClose={close} /> })
  const rows = useMemo(
    () =>
      (list.data?.sessions ?? NONE).toSorted(
        (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || (a.keysExpireAt < b.keysExpireAt ? 1 : -1),
      ),
    [list.data],
  )
  const columns = useMemo<Column<AccountSession>[]>(
    () => [
      {
        id: 'accessKey',
        header: t('sessions.columns.accessKey'),
        width: 'minmax(260px, 1fr)',
        name: keyOf,
        cell: ({ accessKey, isCurrent }) => (
          <>
            <ObjectName name={accessKey} />{' '}
            {isCurrent && <span className={classes.current}>{t('sessions.current')}</span>}
          </>
        ),
      },
      {
        id: 'expiry',
        header: t('sessions.columns.expiry'),
        width: '220px',
        isNamedOnPhone: true,
        text: ({ keysExpireAt }) => keysExpireAt,
        cell: ({ keysExpireAt }) => <RelativeTime iso={keysExpireAt} />,
      },
    ],
    [t],
  )
  return (
    <>
      <div>
        {session && (
          <p className={layout.note}>
            {t('sessions.end', { way: t(`shell:ways.${session.way}`, session), time: formatDate(session.expiresAt) })}
          </p>
        )}
        <p className={layout.note}>{t(list.data?.isComplete === false ? 'sessions.incomplete' : 'sessions.what')}</p>
      </div>
      <ResourceList
        query={list}
        label={t('sessions.list')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={keyOf}
        buttons={
          <Button ms="auto" variant="default" leftSection={<IconLogout size={16} />} onClick={() => open('everywhere')}>
            {t('everywhere.action')}
          </Button>
        }
        empty={{ icon: IconDevices, title: t('sessions.empty') }}
        count={(count) => t('sessions.count', { count })}
      />
      {dialog}
    </>
  )
}
