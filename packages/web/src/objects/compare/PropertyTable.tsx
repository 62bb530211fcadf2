import { getObjectDetails } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { Timestamp } from '../../shared/text/Timestamp.tsx'
import { addressed, type ObjectRef } from '../detail/object-ref.ts'
import classes from './CompareDialog.module.css'
import { type Difference, differencesOf, type Property } from './differences.ts'

/** The properties, metadata, tags and protection of two versions. */
export function PropertyTable({ before, after }: { before: ObjectRef; after: ObjectRef }) {
  const { t } = useTranslation('compare')
  const left = useApiQuery(getObjectDetails, addressed(before))
  const right = useApiQuery(getObjectDetails, addressed(after))
  const failed = [left, right].find(({ error }) => error !== null)
  if (failed?.error) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
  }
  if (left.data === undefined || right.data === undefined) {
    return (
      <p role="status" className={classes.muted}>
        {t('loading')}
      </p>
    )
  }
  const unread = [left.data, right.data]
    .flatMap(({ legal_hold, retention, tags }) => [legal_hold.unread, retention.unread, tags.unread])
    .find((reason) => reason?.code === 'AccessDenied')
  const nameOf = ({ group, name }: Difference) =>
    group === 'object' || group === 'protection' ? t(`names.${name as Property}`) : <ObjectName name={name} />
  return (
    <>
      <div className={classes.properties}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('columns.property')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
              <th scope="col">{t('columns.change')}</th>
            </tr>
          </thead>
          <tbody>
            {differencesOf(left.data, right.data).map((row) => {
              const isChanged = row.before !== row.after
              return (
                <tr key={`${row.group} ${row.name}`} data-changed={isChanged || undefined}>
                  <th scope="row">
                    {(row.group === 'metadata' || row.group === 'tags') && `${t(`groups.${row.group}`)} `}
                    {nameOf(row)}
                  </th>
                  <td>{row.before === '' ? t('none') : <Value row={row} text={row.before} />}</td>
                  <td>{row.after === '' ? t('none') : <Value row={row} text={row.after} />}</td>
                  <td>{t(isChanged ? 'changed' : 'unchanged')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {unread && <p className={classes.muted}>{t('unread', { message: unread.message })}</p>}
    </>
  )
}

function Value({ row, text }: { row: Difference; text: string }) {
  if (row.group === 'object' && row.name === 'size') return <Bytes bytes={Number(text)} />
  if (row.group === 'object' && row.name === 'modified') return <Timestamp iso={text} isExact />
  return <ObjectName name={text} />
}
