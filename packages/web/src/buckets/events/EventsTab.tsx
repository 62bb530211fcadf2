import '../../messages/en/bucket-events.ts'
import { type BucketEvent, listArns, listBucketEvents } from '@cooperage/contract'
import { IconBell, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { notificationTargetsPath, pickServicePath } from '../../navigation/paths/notification-targets.ts'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import classes from '../detail/bucket.module.css'
import type { BucketTabProps } from '../detail/tabs.ts'
import { useDenied } from '../index.ts'
import { DeleteEventDialog } from './DeleteEventDialog.tsx'
import { eventNames, eventRowName, targetName } from './event-text.ts'
import { SubscribeModal } from './SubscribeModal.tsx'

const NONE: readonly BucketEvent[] = []
const rowId = (event: BucketEvent) => JSON.stringify(event)

/** The event subscriptions of the bucket (spec core-console 2). */
export function EventsTab({ bucket }: BucketTabProps) {
  const t = useTexts(['bucketEvents', 'shared'])
  const list = useApiQuery(listBucketEvents, { params: { bucket } })
  const targets = useApiQuery(listArns, {})
  const { writeEvents: denied } = useDenied(bucket, 'writeEvents')
  const { open, dialog } = useDialogs({
    subscribe: (close) => <SubscribeModal bucket={bucket} onClose={close} />,
    delete: (close, event: BucketEvent) => <DeleteEventDialog bucket={bucket} event={event} onClose={close} />,
  })
  const hasNoTargets = targets.data?.arns.length === 0

  const columns = useMemo<Column<BucketEvent>[]>(
    () => [
      {
        id: 'arn',
        header: t('columns.arn'),
        width: 'minmax(220px, 2fr)',
        name: ({ arn }) => targetName(arn),
        cell: ({ arn }) => (
          <span title={arn}>
            <ObjectName name={targetName(arn)} />
          </span>
        ),
      },
      {
        id: 'events',
        header: t('columns.events'),
        width: 'minmax(140px, 1.4fr)',
        text: eventNames,
        cell: (event) => <span title={eventNames(event)}>{eventNames(event)}</span>,
      },
      {
        id: 'prefix',
        header: t('columns.prefix'),
        width: 'minmax(100px, 1fr)',
        name: ({ prefix }) => prefix,
      },
      {
        id: 'suffix',
        header: t('columns.suffix'),
        width: 'minmax(90px, 0.8fr)',
        name: ({ suffix }) => suffix,
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
        onSelect: (event) => open('delete', event),
      },
    ],
    [t, open, denied],
  )
  const retry = () => {
    void list.refetch()
    void targets.refetch()
  }
  const add = (
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      disabledReason={denied ?? (hasNoTargets ? t('noTargetsReason') : undefined)}
      onClick={() => open('subscribe')}
    >
      {t('subscribe')}
    </ExplainedButton>
  )
  return (
    <div className={classes.list}>
      <ResourceList
        id="bucket-events"
        query={list}
        onRefresh={retry}
        onRetry={retry}
        label={t('label')}
        columns={columns}
        rows={list.data?.events ?? NONE}
        rowId={rowId}
        rowName={eventRowName}
        actions={actions}
        add={add}
        above={hasNoTargets && <NoTargets />}
        empty={{ icon: IconBell, title: t('empty'), hint: t('emptyHint') }}
        count={(count) => count > 0 && t('count', { count })}
      />
      {dialog}
    </div>
  )
}

/** Explains how to add a target if there is none. */
function NoTargets() {
  const t = useTexts('bucketEvents')
  const canAdd = useSession()?.pages.includes(notificationTargetsPath()) === true
  return (
    <div className={classes.note} role="note">
      <p className={classes.noteTitle}>{t('noTargets')}</p>
      <p>
        {canAdd ? t('howTo') : t('askForTarget')} {canAdd && <AppLink to={pickServicePath()}>{t('addTarget')}</AppLink>}
      </p>
    </div>
  )
}
