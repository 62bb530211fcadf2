import { jsonResponse } from '../../../http/response.ts'
import type { AdminOperation } from '../../call.ts'

export const listGroups: AdminOperation = async ({ engine: { iam } }) => jsonResponse(iam.groups.names())
