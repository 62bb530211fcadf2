import '../../messages/en/bucket-events.ts'
import { type BucketEvent, listArns, listBucketEvents } from '@cooperage/contract'
import { IconBell, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { QueryTable } from '../../shared/table/QueryTable.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { TabBar } from '../detail/TabBar.tsx'
import tab from '../detail/TabList.module.css'
import type { BucketTabProps } from '../detail/tab-props.ts'
import { useDenied } from '../index.ts'
import { DeleteEventDialog } from './DeleteEventDialog.tsx'
import { eventNames, eventRowName } from './event-text.ts'
import { NoTargets } from './NoTargets.tsx'
import { SubscribeModal } from './SubscribeModal.tsx'

const NONE: readonly BucketEvent[] = []
const rowId = (event: BucketEvent) => JSON.stringify(event)

/** The event subscriptions of the bucket (spec core-console 2). */
export function EventsTab({ bucket }: BucketTabProps) {
  const { t } = useTranslation(['bucketEvents', 'shared'])
  const list = useApiQuery(listBucketEvents, { params: { bucket } })
  const targets = useApiQuery(listArns, {})
  const { writeEvents: denied } = useDenied(bucket, 'writeEvents')
  const [isSubscribing, setSubscribing] = useState(false)
  const [deleting, setDeleting] = useState<BucketEvent>()
  const rows = list.data?.events ?? NONE
  const hasNoTargets = targets.data?.arns.length === 0

  const columns = useMemo<Column<BucketEvent>[]>(
    () => [
      {
        id: 'arn',
        header: t('columns.arn'),
        width: 'minmax(220px, 2fr)',
        compare: (a, b) => (a.arn < b.arn ? -1 : 1),
        cell: ({ arn }) => <ObjectName name={arn} />,
      },
      {
        id: 'events',
        header: t('columns.events'),
        width: 'minmax(140px, 1.4fr)',
        cell: (event) => <span title={eventNames(event)}>{eventNames(event)}</span>,
      },
      {
        id: 'prefix',
        header: t('columns.prefix'),
        width: 'minmax(100px, 1fr)',
        cell: ({ prefix }) => prefix !== '' && <ObjectName name={prefix} />,
      },
      {
        id: 'suffix',
        header: t('columns.suffix'),
        width: 'minmax(90px, 0.8fr)',
        cell: ({ suffix }) => suffix !== '' && <ObjectName name={suffix} />,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<BucketEvent>[]>(
    () => [
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => denied,
        onSelect: setDeleting,
      },
    ],
    [t, denied],
  )
  const retry = () => {
    void list.refetch()
    void targets.refetch()
  }
  return (
    <div className={tab.tab}>
      <TabBar
        isBusy={list.isFetching}
        onRefresh={retry}
        addLabel={t('subscribe')}
        disabledReason={denied ?? (hasNoTargets ? t('noTargetsReason') : undefined)}
        onAdd={() => setSubscribing(true)}
      />
      {hasNoTargets && <NoTargets />}
      <QueryTable
        query={list}
        onRetry={retry}
        label={t('label')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={eventRowName}
        actions={actions}
        empty={<EmptyState icon={IconBell} title={t('empty')} hint={t('emptyHint')} />}
        count={rows.length > 0 && t('count', { count: rows.length })}
      />
      {isSubscribing && <SubscribeModal bucket={bucket} onClose={() => setSubscribing(false)} />}
      {deleting && <DeleteEventDialog bucket={bucket} event={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  )
}
