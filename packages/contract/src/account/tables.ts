import * as z from 'zod/mini'
import { route } from '../route.ts'
import { tableLayout, tableName } from './table-layout.ts'

/** The session has it among its `tables`. Pages of the account show it in every browser. */
export const keepAccountTable = route('account.table', 'PUT /api/v1/account/tables/:table', {
  audit: 'none',
  summary:
    'Keeps which columns of a table your account shows, in which order and how wide; none for those of the table.',
  params: z.strictObject({ table: tableName }),
  body: z.strictObject({ columns: tableLayout }),
  errors: ['ConsoleStoreUnavailable'],
})
