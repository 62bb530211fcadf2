/** Servers that administrators add in the console, beside those of the file of COOPERAGE_SERVERS (decision 46). */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { SERVER_COLORS } from './servers.ts'

/** Of the file and of the console together. */
export const MAX_SERVERS = 100

/** The name of a server, which is part of its address. */
export const SERVER_NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/

const text = z.string().check(z.maxLength(255))

const fields = {
  /** What people call it. */
  title: z.string().check(z.minLength(1), z.maxLength(100)),
  color: z.enum(SERVER_COLORS),
  /** Where the console reaches it: an origin. */
  url: text,
  /** Where browsers reach it; '' for the same. */
  public_url: z._default(text, ''),
  /** Certificates of its authority, PEM; '' for those of the system. */
  ca: z._default(z.string().check(z.maxLength(64 * 1024)), ''),
}
const name = z.string().check(z.maxLength(40))

/** The fields are those of the body, whose limits don't bind responses. */
export const addedServer = z.object({
  name: z.string(),
  title: z.string(),
  color: z.enum(SERVER_COLORS),
  url: z.string(),
  public_url: z.string(),
  ca: z.string(),
})
export type AddedServer = z.infer<typeof addedServer>

const ERRORS = ['NoOtherServers', 'NotMainServer'] as const

/** Needs `admin:ConfigUpdate` at the main server, as the other calls do. */
export const listAddedServers = route('servers.added', 'GET /api/v1/servers/added', {
  summary: 'Lists the storage servers that were added in the console.',
  response: z.array(addedServer),
  errors: ERRORS,
})

export const addServer = route('servers.add', 'POST /api/v1/servers/added', {
  summary: 'Adds a storage server, which gets a console of its own at once.',
  body: z.strictObject({ name, ...fields }),
  // A private key may be pasted with the certificates.
  secrets: ['ca'],
  status: 201,
  response: addedServer,
  errors: [...ERRORS, 'ServerNameTaken', 'TooManyServers', 'RemoteAddressRefused'],
})

const params = z.strictObject({ name })

/** With another address, all sessions there end. */
export const changeServer = route('servers.change', 'PUT /api/v1/servers/added/:name', {
  summary: 'Changes a storage server that was added in the console.',
  params,
  body: z.strictObject(fields),
  secrets: ['ca'],
  response: addedServer,
  errors: [...ERRORS, 'NoSuchServer', 'RemoteAddressRefused'],
})

/** All sessions there end. What its console has stored stays in the data folder. */
export const removeServer = route('servers.remove', 'DELETE /api/v1/servers/added/:name', {
  summary: 'Removes a storage server that was added in the console from the list.',
  params,
  errors: [...ERRORS, 'NoSuchServer'],
})

/** What stops when a server is removed: syncs, and migrations that haven't ended, from it or to it. */
export const listServerUses = route('servers.uses', 'GET /api/v1/servers/added/:name/uses', {
  summary: 'Lists the syncs and migrations that use a storage server.',
  params,
  response: z.array(z.object({ kind: z.enum(['sync', 'migrate']), title: z.string() })),
  errors: [...ERRORS, 'NoSuchServer'],
})
