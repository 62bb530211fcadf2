import type { HttpResponse } from '../../../http/response.ts'
import { iamError, unclassified } from '../../../iam/errors.ts'
import { splitNames } from '../../../iam/names.ts'
import { prettyPolicy } from '../../../iam/policy-document.ts'
import type { AdminOperation } from '../../call.ts'
import { timeText } from '../../times.ts'

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
