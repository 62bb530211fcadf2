import { jsonResponse } from '../../../http/response.ts'
import type { AdminOperation } from '../../call.ts'
import { BACKEND, describeDrive } from '../../single-drive.ts'

export const storageInfo: AdminOperation = async ({ engine }) =>
  jsonResponse({ Disks: [await describeDrive(engine)], Backend: BACKEND })
