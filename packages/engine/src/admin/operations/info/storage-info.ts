import { jsonAnswer } from '../../../http/answer.ts'
import type { AdminOperation } from '../../call.ts'
import { BACKEND, describeDrive } from '../../single-drive.ts'

export const storageInfo: AdminOperation = async ({ engine }) =>
  jsonAnswer({ Disks: [await describeDrive(engine)], Backend: BACKEND })
