import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { objectPath } from '../../navigation/paths/objects.ts'
import type { Column } from '../../shared/table/columns.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { Timestamp } from '../../shared/text/Timestamp.tsx'
import classes from './detail.module.css'
import type { ObjectRef } from './object-ref.ts'
import type { NumberedVersion } from './use-versions.ts'

/** v-number, Version ID, Last Modified, Deleted (spec object-browser 2), and the size. */
export function useVersionColumns({ bucket, key }: ObjectRef, shownId: string): Column<NumberedVersion>[] {
  const t = useTexts('objectDetail')
  return useMemo(
    () => [
      {
        id: 'version',
        header: t('versions.columns.version'),
        width: 'minmax(150px, 0.6fr)',
        cell: (row) => {
          const text =
            row.number === undefined ? t('versions.unnumbered') : t('versions.number', { number: row.number })
          return (
            <>
              {row.is_delete_marker ? (
                text
              ) : (
                <AppLink to={objectPath(bucket, key, row.version_id)} tabIndex={-1}>
                  {text}
                </AppLink>
              )}{' '}
              {row.is_latest && <span className={classes.mark}>{t('versions.latest')}</span>}
              {row.version_id === shownId && !row.is_latest && (
                <span className={classes.mark}>{t('versions.shown')}</span>
              )}
            </>
          )
        },
      },
      {
        id: 'id',
        header: t('versions.columns.id'),
        width: 'minmax(200px, 1.4fr)',
        onPhone: 'shortened',
        cell: (row) => (
          <span className={classes.id} title={row.version_id}>
            {row.version_id}
          </span>
        ),
      },
      {
        id: 'modified',
        header: t('versions.columns.modified'),
        width: '190px',
        cell: (row) => <Timestamp iso={row.last_modified} />,
      },
      {
        id: 'deleted',
        header: t('versions.columns.deleted'),
        width: '90px',
        isNamedOnPhone: true,
        cell: (row) => t(row.is_delete_marker ? 'versions.yes' : 'versions.no'),
      },
      {
        id: 'size',
        header: t('versions.columns.size'),
        width: '110px',
        align: 'end',
        cell: (row) => (row.is_delete_marker ? null : <Bytes bytes={row.size} />),
      },
    ],
    [t, bucket, key, shownId],
  )
}
