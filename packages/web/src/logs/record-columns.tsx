import type { LogRecord } from '@cooperage/contract'
import type { Translate } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import type { Column } from '../shared/table/columns.tsx'
import { leftToRight, numberFormat, withUnit } from '../shared/text/intl.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'

/** The server sorts: the table only shows by what. */
const sortedByServer = () => 0

/** The default columns of the specification (object-browser-and-tools 9). */
export function recordColumns(t: Translate<'logSearch'>): Column<LogRecord>[] {
  const text = (
    id: 'api_name' | 'bucket' | 'object' | 'remote_host' | 'request_id' | 'user_agent',
    width: string,
  ): Column<LogRecord> => ({
    id,
    header: t(`fields.${id}`),
    width,
    cell: (record) => <bdi title={plainName(record[id])}>{plainName(record[id])}</bdi>,
  })
  return [
    {
      id: 'time',
      header: t('fields.time'),
      width: '178px',
      compare: sortedByServer,
      cell: ({ time }) => <Timestamp iso={time} isExact />,
    },
    text('api_name', 'minmax(136px, 1.2fr)'),
    text('bucket', 'minmax(80px, 1fr)'),
    text('object', 'minmax(110px, 2fr)'),
    {
      id: 'user',
      header: t('fields.user'),
      // Of all names in a row, the one that is searched most.
      width: 'minmax(130px, 1fr)',
      cell: (record) => {
        const name = record.parent_user || record.access_key
        return <bdi title={name === record.access_key ? undefined : record.access_key}>{plainName(name)}</bdi>
      },
    },
    text('remote_host', 'minmax(84px, 120px)'),
    text('request_id', 'minmax(64px, 130px)'),
    text('user_agent', 'minmax(76px, 1fr)'),
    {
      id: 'response_status',
      header: t('fields.response_status'),
      width: 'minmax(170px, 190px)',
      cell: ({ response_status: status, response_status_code: code, error_code: error }) => (
        <span className={code >= 400 ? layout.bad : undefined}>
          {leftToRight([code || '', error || status].filter(Boolean).join(' '))}
        </span>
      ),
    },
  ]
}

const exactMs = numberFormat({ maximumFractionDigits: 3 })

/** A duration that the server measured. */
export function milliseconds(nanoseconds: number): string {
  return nanoseconds === 0 ? '' : withUnit(exactMs().format(nanoseconds / 1e6), 'ms')
}
