import * as z from 'zod/mini'
import { route } from '../route.ts'

/** How many tables an account can have changed; those changed longest ago are forgotten. */
export const MAX_KEPT_TABLES = 64

const name = z.string().check(z.regex(/^[a-zA-Z][\w-]{0,63}$/))

/** The columns of a table in their order. The table adds those that aren't among them. */
export const tableLayout = z
  .array(
    z.strictObject({
      id: name,
      isShown: z.boolean(),
      /** Pixels; the table decides if it is missing. */
      width: z.optional(z.number().check(z.int(), z.minimum(40), z.maximum(2000))),
    }),
  )
  .check(z.maxLength(50))
export type TableLayout = z.infer<typeof tableLayout>

/** The session has it among its `tables`. Pages of the account show it in every browser. */
export const keepAccountTable = route({
  id: 'account.table',
  method: 'PUT',
  path: '/api/v1/account/tables/:table',
  audit: 'none',
  summary:
    'Keeps which columns of a table your account shows, in which order and how wide; none for those of the table.',
  params: z.strictObject({ table: name }),
  body: z.strictObject({ columns: tableLayout }),
  errors: ['ConsoleStoreUnavailable'],
})
