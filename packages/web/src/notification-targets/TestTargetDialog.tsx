import {
  getNotificationQueue,
  listNotificationEndpoints,
  listNotificationSubscribers,
  type NotificationEndpoint,
  testNotificationEndpoint,
} from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { failureReason } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { targetName } from './index.ts'

const QUEUE_REFRESH_MS = 5_000

interface TestTargetDialogProps {
  target: NotificationEndpoint
  onClose: () => void
}

/** Says what a test stores, then creates an event for the target, and shows whether the target stayed online and its queue emptied. */
export function TestTargetDialog({ target, onClose }: TestTargetDialogProps) {
  const t = useTexts('notificationTargets')
  const { service, account_id } = target
  const params = { service, account_id }
  const [chosen, setChosen] = useState('')
  const users = useApiQuery(listNotificationSubscribers, { params }, { staleTime: 0 })
  const test = useChange(testNotificationEndpoint, { changes: [listNotificationEndpoints] })
  const { data } = test
  const names = users.data?.buckets.map(({ name }) => name) ?? []
  const bucket = names.length === 1 ? (names[0] ?? '') : chosen
  const blocked = () => {
    if (users.isPending) return t('remove.checking')
    if (names.length === 0) return t('test.noBucket')
    return bucket === '' ? t('test.choosing') : undefined
  }
  return (
    <ModalForm
      title={t('test.title', { name: plainName(targetName(target)) })}
      onClose={onClose}
      closeLabel={t('test.close')}
      onSubmit={() => test.mutate({ params, body: { bucket } })}
      submitLabel={t('test.submit')}
      call={{ isPending: test.isPending, error: test.error ?? users.error }}
      disabledReason={blocked()}
    >
      <p>{t('test.note')}</p>
      {users.data && names.length === 0 ? (
        <p>{t('test.noBucket')}</p>
      ) : (
        <NativeSelect
          label={t('test.bucket')}
          data={[
            ...(names.length === 1 ? [] : [{ value: '', label: t('test.choose') }]),
            ...names.map((name) => ({ value: name, label: plainName(name) })),
          ]}
          value={bucket}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <div role="status" className={layout.stack}>
        {data && (
          <>
            <p>
              {data.leftover === ''
                ? t('test.created', { key: plainName(data.key) })
                : t('test.leftover', {
                    key: plainName(data.key),
                    reason: failureReason({ message: data.leftover, text: data.text }),
                  })}
            </p>
            <p>{t(`test.${data.status || ('unknown' as const)}`, { reason: data.reason })}</p>
            <TargetQueue target={target} since={data.tested_at} />
          </>
        )}
      </div>
    </ModalForm>
  )
}

/** How many events wait in the target's queue, from when the server has counted them after the test. */
function TargetQueue({ target, since }: { target: NotificationEndpoint; since: string }) {
  const t = useTexts('notificationTargets')
  const { service, account_id } = target
  const input = { params: { service, account_id }, query: { since } }
  const { data, error } = useApiQuery(getNotificationQueue, input, { staleTime: 0, refreshMs: QUEUE_REFRESH_MS })
  const text = () => {
    if (error) return t('queue.unknown', { reason: error.message })
    if (!data?.is_current) return t('queue.counting')
    if (data.queued === null)
      return t('queue.unknown', { reason: failureReason({ message: data.reason, text: data.text }) })
    return data.queued === 0 ? t('queue.empty') : t('queue.waiting', { count: data.queued })
  }
  return <p>{text()}</p>
}
