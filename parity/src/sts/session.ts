/** Temporary credentials, requested with the form that SDKs post. */
import type { SendOptions, TestResponse } from '@cooperage/testkit'
import {
  type AssumeRoleRequest,
  type Credentials,
  parseAssumeRole,
  type TemporaryCredentials,
  writeAssumeRoleForm,
} from '@cooperage/wire'
import { request } from '../target.ts'

export function postForm(form: string, options: Partial<SendOptions> = {}): Promise<TestResponse> {
  return request({
    method: 'POST',
    service: 'sts',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    ...options,
  })
}

export async function assumeRole(
  request: AssumeRoleRequest = {},
  credentials?: Credentials,
): Promise<TemporaryCredentials> {
  const response = await postForm(writeAssumeRoleForm(request), credentials === undefined ? {} : { credentials })
  if (response.status !== 200) throw new Error(`AssumeRole returned ${response.status}: ${response.text}`)
  return parseAssumeRole(response.bytes)
}
