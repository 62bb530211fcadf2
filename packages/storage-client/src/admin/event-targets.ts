import { listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendAdminForObject } from './send-admin.ts'

/** Servers connect to their targets before they respond. */
const CONNECT_TIMEOUT_MS = 30_000

/** ARNs of the notification targets for bucket events; needs admin:ServerInfo. @throws StorageError */
export async function listEventTargets(client: StorageClient): Promise<string[]> {
  return listField(await readInfo(client), 'sqsARN').filter((arn) => typeof arn === 'string')
}

/** A notification target that the running server uses. */
export interface EventTargetStatus {
  /** `webhook`, `postgresql` and similar, as in ARNs. */
  kind: string
  /** `_` for the unnamed target of a kind. */
  target: string
  isOnline: boolean
  /** Why it is offline; '' if the server doesn't say. */
  reason: string
}

/** The notification targets that the running server uses, with their status; needs admin:ServerInfo. @throws StorageError */
export async function listEventTargetStatuses(client: StorageClient): Promise<EventTargetStatus[]> {
  const services = objectField(await readInfo(client), 'services')
  return listField(services, 'notifications').flatMap((entry) =>
    Object.entries(objectField(entry)).flatMap(([kind, targets]) =>
      (Array.isArray(targets) ? targets : []).flatMap((one) =>
        Object.entries(objectField(one)).map(([target, status]) => ({
          kind,
          target,
          isOnline: textField(objectField(status), 'status') === 'online',
          reason: textField(objectField(status), 'error'),
        })),
      ),
    ),
  )
}

async function readInfo(client: StorageClient): Promise<Record<string, unknown>> {
  const request = { method: 'GET', path: '/minio/admin/v3/info', headersTimeoutMs: CONNECT_TIMEOUT_MS } as const
  return await sendAdminForObject(client, request)
}
