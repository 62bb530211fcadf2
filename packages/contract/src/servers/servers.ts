/** Several storage servers with consoles at one address. */
import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'

/** A feature of the console of one storage server among several at this address. */
export const SERVERS_FEATURE = 'servers'

export const SERVER_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const

/** A storage server whose console is below `/servers/{name}/`. */
export const serverLabel = z.object({
  name: z.string(),
  /** What people call it. */
  title: z.string(),
  color: z.enum(SERVER_COLORS),
  /** Whether the call was made to the console of this one. */
  isHere: z.boolean(),
})
export type ServerLabel = z.infer<typeof serverLabel>

export const listServers = route('servers.list', 'GET /api/v1/servers', {
  summary: 'Lists the storage servers that have consoles at this address; none if there is only one.',
  auth: 'none',
  response: z.object({
    servers: z.array(serverLabel),
    /** The server whose administrators add others: the first of the file; '' if there is only one server. */
    main: z.string(),
  }),
})

/** How long a permission to copy is valid. */
export const PERMIT_SECONDS = 120

/**
 * Needs `s3:PutObject` and `s3:ListBucket` there, and `s3:CreateBucket` to create the bucket. The page passes the token on to the console of another storage server, which
 * starts one job with it (`jobs.createToServer`).
 */
export const permitCopies = route('servers.permitCopies', 'POST /api/v1/servers/permits', {
  summary: 'Permits one job of another storage server at this address to write below a prefix of a bucket here.',
  body: z.strictObject({
    bucket: z.string().check(z.maxLength(255)),
    /** '' for the whole bucket. */
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    /** For a migration, which creates the bucket if it's missing. */
    creates: z._default(z.boolean(), false),
  }),
  status: 201,
  response: z.object({ token: z.string() }),
  errors: [...BUCKET_ERRORS, 'NoOtherServers'],
})
