import * as z from 'zod/mini'

/** How many tables an account can have changed; those changed longest ago are forgotten. */
export const MAX_KEPT_TABLES = 64

/** Of a table, or of a column. */
export const tableName = z.string().check(z.regex(/^[a-zA-Z][\w-]{0,63}$/))

/** The columns of a table in their order. The table adds those that aren't among them. */
export const tableLayout = z
  .array(
    z.strictObject({
      id: tableName,
      isShown: z.boolean(),
      /** Pixels; the table decides if it is missing. */
      width: z.optional(z.number().check(z.int(), z.minimum(40), z.maximum(2000))),
    }),
  )
  .check(z.maxLength(50))
export type TableLayout = z.infer<typeof tableLayout>
