import { getObjectDetails, type ObjectDetails } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import layout from '../../shared/layout.module.css'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { Timestamp } from '../../shared/text/Timestamp.tsx'
import { addressOf, type ObjectRef } from '../detail/object-ref.ts'
import { BothVersions } from './BothVersions.tsx'
import classes from './compare.module.css'
import { type Difference, differencesOf, type Property } from './differences.ts'

/** The properties, metadata, tags and protection of two versions. */
export function PropertyTable({ before, after }: { before: ObjectRef; after: ObjectRef }) {
  const left = useApiQuery(getObjectDetails, addressOf(before))
  const right = useApiQuery(getObjectDetails, addressOf(after))
  return (
    <BothVersions before={left} after={right}>
      {(older, newer) => <Table older={older} newer={newer} />}
    </BothVersions>
  )
}

function Table({ older, newer }: { older: ObjectDetails; newer: ObjectDetails }) {
  const t = useTexts('compare')
  const unread = [older, newer]
    .flatMap(({ legal_hold, retention, tags }) => [legal_hold.unread, retention.unread, tags.unread])
    .find((reason) => reason?.code === 'AccessDenied')
  const nameOf = ({ group, name }: Difference) =>
    group === 'object' || group === 'protection' ? t(`names.${name as Property}`) : <ObjectName name={name} />
  return (
    <>
      <div className={classes.properties}>
        <table className={layout.table} aria-label={t('properties')}>
          <thead>
            <tr>
              <th scope="col">{t('columns.property')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
              <th scope="col">{t('columns.change')}</th>
            </tr>
          </thead>
          <tbody>
            {differencesOf(older, newer).map((row) => {
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
      {unread && <p className={layout.note}>{t('unread', { message: unread.message })}</p>}
    </>
  )
}

function Value({ row, text }: { row: Difference; text: string }) {
  if (row.group === 'object' && row.name === 'size') return <Bytes bytes={Number(text)} />
  if (row.group === 'object' && row.name === 'modified') return <Timestamp iso={text} isExact />
  return <ObjectName name={text} />
}
