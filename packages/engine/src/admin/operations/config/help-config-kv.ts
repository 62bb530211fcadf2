import { helpOf } from '../../../config/help.ts'
import type { AdminOperation } from '../../call.ts'

export const helpConfigKv: AdminOperation = async ({ query }) => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${JSON.stringify(helpOf(query.get('subSys') ?? '', query.get('key') ?? '', query.has('env')))}\n`,
})
