import {
  AppError,
  listAccessSubjects,
  type PolicySource,
  reasonText,
  type SimulationResult,
  simulatePolicies,
  type Text,
} from '@cooperage/contract'
import { listAccessKeys, listGroups, listUsers, StorageError } from '@cooperage/storage-client'
import {
  ARN_PREFIXES,
  type AttachedPolicy,
  actionTarget,
  isAction,
  type SimulatedStatement,
} from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { parsePolicyDocument, policiesOf, type SubjectPolicies } from './subject-policies.ts'

/** Policy simulator: evaluates the policies that the visitor may read, with the same evaluator as the storage engine. */
export function simulatorRoutes({ routes, services }: Registry): void {
  const { accounts, computations, settings, now } = services
  routes.withSession(simulatePolicies, async ({ body, session, storage }) => {
    const { subject, action, conditions, sessionPolicy } = body
    const { bucket, object } = resourceFor(action, body.resource)
    const own = await accounts.of(session, storage)
    const found = await policiesOf(storage, subject, own, bucket)
    const limit: AttachedPolicy[] =
      sessionPolicy === ''
        ? []
        : [{ kind: 'session', name: '', attachedTo: '', document: parsePolicyDocument(sessionPolicy) }]
    const explained = await computations.run(session.id, 'simulate', {
      caller: {
        kind: callerKind(subject.kind, sessionPolicy !== ''),
        account: found.account,
        isRoot: found.isRoot,
        groups: found.groups,
      },
      policies: [...limit, ...found.policies],
      action,
      bucket,
      object,
      isSecure: (settings.storagePublicUrl ?? settings.storageUrl).protocol === 'https:',
      now: now(),
      conditions,
    })
    return {
      decision: explained.decision,
      isCertain: isCertain(explained.decision, found),
      action: explained.action,
      where: toSource(explained.where),
      statement: explained.statement ?? NO_STATEMENT,
      policies: explained.policies.map(({ source, statements }) => ({ source: toSource(source), statements })),
      assumed: explained.assumed,
      disabled: found.disabled,
      unread: found.unread,
    }
  })

  routes.withSession(listAccessSubjects, async ({ storage, session }) => {
    const unread: { list: 'users' | 'groups' | 'serviceAccounts'; permission: string }[] = []
    const readable = async (list: (typeof unread)[number]['list'], permission: string, names: Promise<string[]>) => {
      try {
        return (await names).toSorted()
      } catch (error) {
        // A single name doesn't need the list.
        if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
        unread.push({ list, permission })
        return []
      }
    }
    const { accountName } = await accounts.of(session, storage)
    const users = listUsers(storage).then((all) => all.map(({ name }) => name))
    const ownKeys = listAccessKeys(storage, accountName).then((all) => all.map(({ accessKey }) => accessKey))
    const [userNames, groups, serviceAccounts] = await Promise.all([
      readable('users', 'admin:ListUsers', users),
      readable('groups', 'admin:ListGroups', listGroups(storage)),
      readable('serviceAccounts', 'admin:ListServiceAccounts', ownKeys),
    ])
    return { users: userNames, groups, serviceAccounts, unread }
  })
}

const NO_STATEMENT: SimulatedStatement = {
  number: 0,
  sid: '',
  effect: 'Allow',
  mismatch: '',
  conditionKey: '',
  text: '',
}

/** @throws AppError if a request for the action could not name this resource */
function resourceFor(action: string, text: string): { bucket: string; object: string } {
  if (!isAction(action)) throw unusable(reasonText('isNoSingleAction', { action }))
  const resource = readResource(text)
  const target = actionTarget(action)
  if (target === 'object' && resource.object === '') {
    throw unusable(reasonText('actionNeedsObject', { action }))
  }
  if (target === 'bucket' && (resource.bucket === '' || resource.object !== '')) {
    throw unusable(reasonText('actionNeedsBucket', { action }))
  }
  return target === 'server' && !action.startsWith('kms:') ? { bucket: '', object: '' } : resource
}

function unusable(reason: Text): AppError {
  return new AppError('InvalidInput', { reason })
}

function callerKind(subject: string, isLimited: boolean): 'anonymous' | 'service-account' | 'temporary' | 'user' {
  if (subject === 'anonymous' || subject === 'bucket-policy') return 'anonymous'
  if (subject === 'service-account') return subject
  // Console sessions use temporary keys.
  return isLimited || subject === 'me' ? 'temporary' : 'user'
}

/** A Deny stays effective whatever else there is. Missing policies have no effect. */
function isCertain(decision: SimulationResult['decision'], { unread }: SubjectPolicies): boolean {
  return decision === 'deny' || unread.every(({ reason }) => reason === 'missing')
}

function toSource({ kind, name, attachedTo }: Omit<AttachedPolicy, 'document'>): PolicySource {
  return { kind, policy: name, attachedTo }
}

/** The bucket and key of a resource, given as `bucket/key` or as an ARN; both may be empty. */
function readResource(text: string): { bucket: string; object: string } {
  const prefix = ARN_PREFIXES.find((one) => text.startsWith(one)) ?? ''
  const path = text.slice(prefix.length)
  const slash = path.indexOf('/')
  return slash < 0 ? { bucket: path, object: '' } : { bucket: path.slice(0, slash), object: path.slice(slash + 1) }
}
