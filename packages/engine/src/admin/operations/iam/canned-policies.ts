import { type HttpResponse, jsonResponse } from '../../../http/response.ts'
import { iamError, unclassified } from '../../../iam/errors.ts'
import { checkPolicyName, splitNames } from '../../../iam/names.ts'
import { prettyPolicy } from '../../../iam/policy-document.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { timeText } from '../../times.ts'

const MAX_BYTES = 20 * 1024

export const addCannedPolicy: AdminOperation = async ({ engine: { iam }, exchange, query, body }) => {
  const name = query.get('name') ?? ''
  checkPolicyName(name)
  if (!(Number(exchange.headers['content-length']) > 0)) throw s3Error('MissingContentLength')
  const document = await body(MAX_BYTES, () => s3Error('EntityTooLarge'))
  await iam.policies.set(name, document.toString())
  return { status: 200 }
}

/** Returns the document, or with `v=2` the document with its dates. */
export const infoCannedPolicy: AdminOperation = async ({ engine: { iam }, query }) => {
  const name = query.get('name') ?? ''
  if (splitNames(name).length !== 1) throw iamError('OnePolicyOnly')
  const policy = iam.policies.get(name.trim())
  if (policy === undefined) throw iamError('NoSuchPolicy')
  const version = query.get('v') ?? ''
  if (version !== '' && version !== '2') throw unclassified("invalid version parameter 'v' supplied")
  if (version === '') return prettyResponse(policy.document)
  const { document, createdAt, updatedAt } = policy
  return prettyResponse({
    PolicyName: name,
    Policy: document,
    ...(createdAt === undefined ? {} : { CreateDate: timeText(createdAt) }),
    ...(updatedAt === undefined ? {} : { UpdateDate: timeText(updatedAt) }),
  })
}

function prettyResponse(document: object): HttpResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: prettyPolicy(document) }
}

export const listCannedPolicies: AdminOperation = async ({ engine: { iam }, query }) =>
  jsonResponse(Object.fromEntries(iam.policies.all(query.get('bucket') ?? undefined)))

export const removeCannedPolicy: AdminOperation = async ({ engine: { iam }, query }) => {
  await iam.policies.remove(query.get('name') ?? '')
  return { status: 200 }
}
