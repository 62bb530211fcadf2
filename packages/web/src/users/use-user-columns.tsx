import type { User } from '@cooperage/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { userPath } from '../navigation/paths/users.ts'
import { useHasIam } from '../session/index.ts'
import layout from '../shared/layout.module.css'
import type { Column } from '../shared/table/columns.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './users.module.css'

/** The columns of the list. Cells are plain text: the list can have thousands of rows. */
export function useUserColumns(own: string | undefined): Column<User>[] {
  const { t } = useTranslation('users')
  const hasIam = useHasIam()
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
        width: '120px',
        text: ({ status }) => status,
        cell: ({ status }) => (
          <span className={layout.status} data-status={status}>
            {t(`status.${status}`)}
          </span>
        ),
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
    ],
    [t, own, hasIam],
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

function Names({ names, none }: { names: readonly string[]; none: string }) {
  if (names.length === 0) return <span className={layout.muted}>{none}</span>
  const text = plainName(names.join(', '))
  return <bdi title={text}>{text}</bdi>
}
