import { KubeError } from './kube-error.ts'
import { type Place, rightOf } from './resource-path.ts'
import type { Resource } from './resources.ts'
import { type Caller, sendForJson } from './send.ts'

/** Who a token belongs to. */
export interface UserInfo {
  username: string
  groups: string[]
}

/**
 * Who the API server says the caller is. Kubernetes before 1.28 has no such call: there, only the token is checked, and the name
 * is empty.
 * @throws KubeError `Unauthorized` for an invalid token
 */
export async function reviewSelf(caller: Caller): Promise<UserInfo> {
  try {
    const { status } = await sendForJson<{ status?: { userInfo?: { username?: string; groups?: string[] } } }>(caller, {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    })
    return { username: status?.userInfo?.username ?? '', groups: status?.userInfo?.groups ?? [] }
  } catch (error) {
    if (!(error instanceof KubeError) || error.code !== 'NotFound') throw error
    await sendForJson(caller, { method: 'GET', path: '/api' })
    return { username: '', groups: [] }
  }
}

export interface AccessQuestion extends Place {
  verb: string
  resource: Resource
}

/** Whether the user has a right. @throws KubeError */
export async function reviewAccess(caller: Caller, question: AccessQuestion): Promise<boolean> {
  const { verb, resource, namespace, name, subresource } = question
  const { status } = await sendForJson<{ status?: { allowed?: boolean } }>(caller, {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: {
        resourceAttributes: {
          verb,
          group: resource.group,
          resource: resource.plural,
          ...(namespace !== undefined && { namespace }),
          ...(name !== undefined && { name }),
          ...(subresource !== undefined && { subresource }),
        },
      },
    },
  })
  return status?.allowed === true
}

/** @throws KubeError `Forbidden`, as the call that needs the right would, if the user doesn't have it */
export async function requireAccess(caller: Caller, question: AccessQuestion): Promise<void> {
  if (await reviewAccess(caller, question)) return
  const denied = rightOf(question.resource, question.verb, question)
  throw new KubeError('Forbidden', `The user cannot ${denied.verb} ${denied.resource}`, { status: 403, denied })
}
