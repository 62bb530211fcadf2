import {
  getConfigurationDetails,
  getRestartState,
  listConfigurationHistory,
  listNotificationEndpoints,
  listNotificationSubscribers,
  type NotificationEndpoint,
  type NotificationSubscribers,
  notificationSection,
  resetConfiguration,
} from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { notificationConfigurationTarget } from '../navigation/paths/notification-targets.ts'
import { configurationId } from '../settings/index.ts'
import { failureReason } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { named } from '../shared/text/punctuation.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { targetName } from './index.ts'

interface DeleteTargetDialogProps {
  target: NotificationEndpoint
  onClose: () => void
}

/** Confirms the deletion of a target, and lists the subscriptions that use it. */
export function DeleteTargetDialog({ target, onClose }: DeleteTargetDialogProps) {
  const t = useTexts('notificationTargets')
  const { service, account_id } = target
  const name = plainName(targetName(target))
  const users = useApiQuery(listNotificationSubscribers, { params: { service, account_id } }, { staleTime: 0 })
  const id = configurationId(notificationSection(service), notificationConfigurationTarget(account_id))
  return (
    <DeletionDialog
      title={t('remove.title', { name })}
      confirmLabel={t('delete')}
      route={resetConfiguration}
      input={{ params: { id }, body: { keys: [] } }}
      changes={[listNotificationEndpoints, getConfigurationDetails, getRestartState, listConfigurationHistory]}
      notice={t('remove.deleted', { name })}
      error={users.error}
      onClose={onClose}
    >
      <p>{t('remove.note')}</p>
      {users.isPending && <p role="status">{t('remove.checking')}</p>}
      {users.data && <Subscribers found={users.data} />}
    </DeletionDialog>
  )
}

function Subscribers({ found: { buckets, unread, left } }: { found: NotificationSubscribers }) {
  const t = useTexts('notificationTargets')
  const isComplete = unread.length === 0 && left === 0
  return (
    <>
      {buckets.length > 0 && (
        <>
          <p>{t('remove.used')}</p>
          <ul>
            {buckets.map(({ name }) => (
              <li key={name}>
                <ObjectName name={name} />
              </li>
            ))}
          </ul>
        </>
      )}
      {buckets.length === 0 && isComplete && <p>{t('remove.unused')}</p>}
      {unread.length > 0 && (
        <>
          <p>{t('remove.unread')}</p>
          <ul>
            {unread.map(({ name, message, text }) => (
              <li key={name}>
                <ObjectName name={name} />
                {named('', failureReason({ message, text }))}
              </li>
            ))}
          </ul>
        </>
      )}
      {left > 0 && <p>{t('remove.left', { count: left })}</p>}
    </>
  )
}
