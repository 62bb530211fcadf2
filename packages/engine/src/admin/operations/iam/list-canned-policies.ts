import { jsonResponse } from '../../../http/response.ts'
import type { AdminOperation } from '../../call.ts'

export const listCannedPolicies: AdminOperation = async ({ engine: { iam }, query }) =>
  jsonResponse(Object.fromEntries(iam.policies.all(query.get('bucket') ?? undefined)))
